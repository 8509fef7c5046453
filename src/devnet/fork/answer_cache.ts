/** Caches responses about the past of a forked chain: the latest ones in memory, and all in a file. */
import { jsonLength } from '../../kernel/json_length.js';
import type { RecordFile, StoredRecord } from './record_file.js';

/** Most characters of the responses in memory. */
const MAX_MEMORY = 32 * 1024 * 1024;
/** Most characters of a response that is cached. */
const MAX_ANSWER = 1024 * 1024;
/** Separates the request from the response. JSON has no such character. */
const SEPARATOR = '\t';

interface Cached {
  readonly answer: unknown;
  readonly length: number;
}

export class AnswerCache {
  readonly #recent = new Map<string, Cached>();
  #length = 0;
  #stored: Promise<Map<string, StoredPlace>> | undefined;

  constructor(private readonly file: RecordFile | undefined) {}

  /** Returns a response, or undefined. The first call reads the file, in slices of time. */
  async get(key: string): Promise<unknown> {
    const cached = this.#recent.get(key);
    if (cached === undefined) return this.#fromFile(key);
    this.#recent.delete(key);
    this.#recent.set(key, cached);
    return cached.answer;
  }

  set(key: string, answer: unknown): void {
    if (jsonLength(answer, MAX_ANSWER) > MAX_ANSWER) return;
    const text = JSON.stringify(answer);
    this.#remember(key, answer, text.length);
    this.file?.append([key + SEPARATOR + text]);
  }

  #remember(key: string, answer: unknown, length: number): void {
    this.#length += length - (this.#recent.get(key)?.length ?? 0);
    this.#recent.delete(key);
    this.#recent.set(key, { answer, length });
    for (const [oldest, cached] of this.#recent) {
      if (this.#length <= MAX_MEMORY) return;
      this.#recent.delete(oldest);
      this.#length -= cached.length;
    }
  }

  async #places(): Promise<Map<string, StoredPlace>> {
    const places = new Map<string, StoredPlace>();
    await this.file?.eachRecord((record) => places.set(...placeOf(record)));
    return places;
  }

  async #fromFile(key: string): Promise<unknown> {
    this.#stored ??= this.#places();
    const place = (await this.#stored).get(key);
    const text = place && this.file?.readAt(place);
    if (!text?.startsWith(key + SEPARATOR)) return undefined;
    const answer: unknown = JSON.parse(text.slice(key.length + SEPARATOR.length));
    this.#remember(key, answer, text.length);
    return answer;
  }
}

type StoredPlace = Pick<StoredRecord, 'at' | 'length'>;

const placeOf = ({ text, at, length }: StoredRecord): [string, StoredPlace] => [
  // A slice would keep the whole text in memory.
  Buffer.from(text.slice(0, Math.max(0, text.indexOf(SEPARATOR)))).toString(),
  { at, length },
];
