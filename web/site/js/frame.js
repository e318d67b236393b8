// The page's end of the protocol (PROTOCOL.md): it makes the inner frame,
// speaks with it over one MessageChannel, and makes it anew when its drawing
// context is lost.
const VERSION = 1;

export class Frame {
  #place; #port = null; #iframe = null; #handlers; #label = '';

  // handlers maps a message's type to what the page does with it.
  constructor(place, handlers) {
    this.#place = place;
    this.#handlers = handlers;
    window.addEventListener('message', e => {
      if (e.data?.type === 'listening' && this.#iframe && e.source === this.#iframe.contentWindow) this.#connect(this.#iframe);
    });
  }

  // open makes the frame, in place of the one before, or takes the one that
  // start.js has made.
  open() {
    const first = this.#iframe ? null : this.#place.querySelector('iframe');
    if (!first) this.close();
    const iframe = this.#iframe = first ?? document.createElement('iframe');
    this.label(this.#label);
    if ('listens' in iframe.dataset) this.#connect(iframe);
    if (first) return;
    iframe.src = 'frame.html';
    this.#place.append(iframe);
  }

  close() {
    this.#port?.close();
    this.#place.querySelector('iframe')?.remove();
    this.#port = this.#iframe = null;
  }

  #connect(iframe) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => {
      if (data?.v === VERSION && iframe === this.#iframe) this.#handlers[data.type]?.(data);
    };
    // A sandboxed frame has no origin to name; the port is the secret.
    iframe.contentWindow.postMessage({ rocketscope: VERSION }, '*', [port2]);
    this.label(this.#label);
    this.#handlers.open?.();
  }

  // send asks the program for something; without a frame there is nobody to ask.
  send(verb, arg = '') {
    this.#port?.postMessage({ v: VERSION, verb, arg: String(arg) });
  }

  // label names the drawing for those who cannot see it.
  label(text) {
    this.#label = text;
    if (this.#iframe) this.#iframe.title = text;
    this.send('label', text);
  }

  focus() { this.#iframe?.focus(); }
  get element() { return this.#iframe; }
}
