/**
 * Generates load over HTTP/1.1: prebuilt requests over keep-alive connections, without pipelining. It reads only the
 * frame of an answer.
 */
import type { Socket } from 'node:net';
import { openSocket } from './bare_socket.js';

/** Sends requests over each of `connections`, one after another, until the time is over. */
export interface HttpOrder {
  readonly type: 'http';
  readonly port: number;
  /** Request, head and body. */
  readonly request: string;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly ms: number;
}

export interface HttpReport {
  /** Answers a second. */
  readonly rate: number;
  /** Median time from sending a request to the end of its answer, in µs. */
  readonly p50: number;
  /** Bytes of the shortest answer, head included. */
  readonly leastBytes: number;
  /** Share of a core that the load generator used. */
  readonly cpu: number;
}

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');
const NOTHING = Buffer.alloc(0);

/** Finds the ends of the answers on one connection. */
class AnswerReader {
  #state: 'head' | 'length' | 'chunks' = 'head';
  /** Bytes of the body that have not arrived. */
  #left = 0;
  /** Last received bytes if the body is in chunks. */
  #tail = NOTHING;

  /** Returns true when the answer is complete. */
  read(chunk: Buffer): boolean {
    let body = chunk;
    if (this.#state === 'head') {
      const text = chunk.toString('latin1', 0, 1024);
      const end = text.indexOf(HEAD_END);
      if (!text.startsWith('HTTP/1.1 200 ') || end < 0) throw new Error(`unexpected answer: ${text}`);
      const length = /content-length: (\d+)/i.exec(text.slice(0, end))?.[1];
      body = chunk.subarray(end + HEAD_END.length);
      this.#left = Number(length ?? 0);
      this.#state = length === undefined ? 'chunks' : 'length';
    }
    const complete = this.#state === 'length' ? this.#readLength(body) : this.#readChunks(chunk);
    if (complete) this.#state = 'head';
    return complete;
  }

  #readLength(body: Buffer): boolean {
    this.#left -= body.length;
    return this.#left <= 0;
  }

  /** Finds the last chunk by its bytes. JSON without line breaks cannot contain them. */
  #readChunks(chunk: Buffer): boolean {
    const size = LAST_CHUNK.length;
    const tail = chunk.length >= size ? chunk : Buffer.concat([this.#tail, chunk]);
    const complete = tail.subarray(-size).equals(LAST_CHUNK);
    this.#tail = complete ? NOTHING : Buffer.from(tail.subarray(-size));
    return complete;
  }
}

interface Tally {
  readonly times: number[];
  leastBytes: number;
}

/** Sends requests over one connection. Resolves with the time of its last answer. */
async function worker(order: HttpOrder, from: number, until: number, tally: Tally): Promise<number> {
  const request = Buffer.from(order.request);
  const answer = new AnswerReader();
  let socket: Socket | undefined;
  let sentAt = 0;
  let bytes = 0;
  const send = (): void => {
    sentAt = performance.now();
    bytes = 0;
    socket?.write(request);
  };
  try {
    return await new Promise<number>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        bytes += chunk.length;
        if (!answer.read(chunk)) return;
        const now = performance.now();
        if (sentAt >= from) {
          tally.times.push(now - sentAt);
          tally.leastBytes = Math.min(tally.leastBytes, bytes);
        }
        if (now < until) send();
        else resolve(now);
      };
      openSocket(order.port, read, reject).then((connected) => {
        socket = connected;
        send();
      }, reject);
    });
  } finally {
    socket?.destroy();
  }
}

export async function httpLoad(order: HttpOrder): Promise<HttpReport> {
  const tally: Tally = { times: [], leastBytes: Number.POSITIVE_INFINITY };
  const opened = performance.now();
  const from = opened + order.warmUpMs;
  const cpuBefore = process.cpuUsage();
  const ends = await Promise.all(
    Array.from({ length: order.connections }, () => worker(order, from, from + order.ms, tally)),
  );
  const end = Math.max(...ends);
  const { user, system } = process.cpuUsage(cpuBefore);
  const times = Float64Array.from(tally.times).sort();
  return {
    rate: (times.length * 1000) / (end - from),
    p50: (times[times.length >> 1] ?? Number.NaN) * 1000,
    leastBytes: tally.leastBytes,
    cpu: (user + system) / 1000 / (end - opened),
  };
}
