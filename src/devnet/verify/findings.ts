/** Collects the problems of a store. Each record's problem is reported once, with the error text of a start. */
import { CodecError } from '../../codec/codec_error.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { damaged } from '../../storage/level_error.js';
import type { Store } from '../../storage/store.js';
import { recordName } from '../home/store_options.js';

export class Findings {
  /** Reported records. */
  readonly #reported = new Set<string>();

  constructor(
    private readonly folder: string,
    private readonly hear: (problem: HalleyError) => void,
  ) {}

  get count(): number {
    return this.#reported.size;
  }

  /** Reports a problem. `height` is for a record whose name has none: the block of that height determines its value. */
  record(key: Bytes, how: string, height?: bigint): void {
    const name = recordName(key);
    const at = name.height ?? height;
    const when = name.height === undefined && height !== undefined ? `, as of height ${height},` : '';
    this.#reportOnce(name.text, () =>
      damaged(this.folder, `the record "${name.text}"${when} ${how}`, {
        record: name.text,
        ...(at !== undefined && { height: at }),
      }),
    );
  }

  /**
   * Returns the value of a record. Returns undefined when there is none, or when it cannot be read, which is reported.
   */
  read(read: () => Bytes | undefined): Bytes | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof HalleyError && error.code === 'corrupt-store')) throw error;
      this.#reportOnce(String(error.facts['record']), () => error);
      return undefined;
    }
  }

  /** Returns the decoded value of a record. Returns undefined when it is missing or cannot be decoded, which is reported. */
  decoded<T>(store: Store, key: Bytes, decode: (bytes: Bytes) => T): T | undefined {
    const bytes = this.read(() => store.need(key));
    if (bytes === undefined) return undefined;
    try {
      return decode(bytes);
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      this.record(key, `cannot be decoded: ${error.message}`);
      return undefined;
    }
  }

  #reportOnce(record: string, problem: () => HalleyError): void {
    if (this.#reported.has(record)) return;
    this.#reported.add(record);
    this.hear(problem());
  }
}
