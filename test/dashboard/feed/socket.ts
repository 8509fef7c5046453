/** The browser's side of a connection, which a test opens and closes. */
export class Socket {
  static readonly OPEN = 1;
  static readonly all: Socket[] = [];
  readyState = 0;
  readonly sent: string[] = [];
  onopen = (): void => undefined;
  onclose = (): void => undefined;
  onmessage = (_: { readonly data: string }): void => undefined;

  constructor() {
    Socket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen();
  }

  lose(): void {
    this.readyState = 3;
    this.onclose();
  }
}
