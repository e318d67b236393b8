module.exports = {
  title: 'Example', url: 'https://example.org', baseUrl: '/', onBrokenLinks: 'throw',
  i18n: { defaultLocale: 'en', locales: ['en'] },
  presets: [['classic', { docs: false, blog: false, pages: {} }]],
};
