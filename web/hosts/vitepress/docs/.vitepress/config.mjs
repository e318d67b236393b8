export default {
  title: 'Example',
  head: [['script', { type: 'module', src: '/rocketscope/embed.js' }]],
  vue: { template: { compilerOptions: { isCustomElement: tag => tag === 'rocket-scope' } } },
};
