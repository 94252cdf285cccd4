/** The browser's request with progress; the test answers it. */
export class FakeUpload extends EventTarget {
  static readonly all: FakeUpload[] = [];
  readonly upload = new EventTarget();
  status = 0;
  responseText = "";
  url = "";
  form: unknown = null;
  isAborted = false;
  open(_method: string, url: string): void {
    this.url = url;
  }
  setRequestHeader(): void {}
  send(form: unknown): void {
    this.form = form;
    FakeUpload.all.push(this);
  }
  abort(): void {
    this.isAborted = true;
    this.dispatchEvent(new Event("abort"));
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded, total }));
  }
  answer(status: number, body: object): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event("load"));
  }
  /** From now on uploads of this page are these. */
  static begin(page: Window): void {
    FakeUpload.all.length = 0;
    Object.defineProperty(page, "XMLHttpRequest", { value: FakeUpload, configurable: true, writable: true });
  }
}
