/**
 * Traces a running chain over its EVM JSON-RPC. A chain with a record is traced from its beginning: its record is read
 * in pieces and replayed here, up to the position at which the lines of the chain begin.
 */

import { parseEndpoint } from '../client/endpoint.js';
import { EvmSocket } from '../client/evm_socket.js';
import { LiveTrace } from '../devnet/records/live_trace.js';
import { HalleyError } from '../kernel/errors.js';
import { EVM_RPC_PORT } from '../settings/default_ports.js';
import { differenceText } from './replay_text.js';

interface Piece {
  readonly chain: string;
  readonly text: string;
  readonly next: number;
  readonly size: number;
}

/** Line of the chain; only the members that the beginning of a trace needs. */
type Line = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly events?: number;
  readonly recorded?: number;
};

/** Writes the trace until the node stops. Throws HalleyError when the connection fails or the record is damaged. */
export async function traceChain(url: string, write: (lines: string) => Promise<void>): Promise<void> {
  const endpoint = parseEndpoint(url, EVM_RPC_PORT);
  const socket = await EvmSocket.open(endpoint);
  try {
    await new ChainTracer(socket, endpoint.label, write).run();
  } finally {
    socket.close();
  }
  process.stderr.write(`halley: note: ${endpoint.label} has stopped\n`);
}

class ChainTracer {
  #trace: LiveTrace | undefined;
  #offset = 0;

  constructor(
    private readonly socket: EvmSocket,
    private readonly label: string,
    private readonly write: (lines: string) => Promise<void>,
  ) {}

  async run(): Promise<void> {
    // The longest part of the record is replayed before lines of the chain arrive.
    await this.#readTo(Number.POSITIVE_INFINITY);
    await this.socket.call('eth_subscribe', ['halley_trace']);
    const lines = this.socket.results() as AsyncGenerator<Line>;
    const first: Line[] = [];
    for await (const line of lines) {
      if (first.length < 3) {
        first.push(line);
        if (first.length === 3) await this.#begin(first);
      } else await this.#pass(line);
    }
  }

  /** Begins with the lines that describe the chain and its position, or in their place with the record. */
  async #begin(first: readonly Line[]): Promise<void> {
    const { events = 0, recorded } = first[2] as Line;
    if (this.#trace === undefined) {
      process.stderr.write(
        `halley: note: ${this.label} keeps no record, so the trace begins now; start the devnet with --record to trace it from its beginning\n`,
      );
      for (const line of first) await this.#pass(line);
      return;
    }
    if (recorded === undefined) throw this.#ended();
    await this.#readTo(recorded);
    this.#mustBeSame(await this.#trace.runTo(events));
    await this.#trace.close();
  }

  #pass(line: Line): Promise<void> {
    return this.#trace?.pass(line) ?? this.write(`${JSON.stringify(line)}\n`);
  }

  /** Reads and replays the record up to an offset, or to its present end. */
  async #readTo(end: number): Promise<void> {
    while (this.#offset < end) {
      const piece = (await this.socket.call('halley_record', [this.#offset])) as Piece | null;
      if (piece === null) {
        if (end === Number.POSITIVE_INFINITY && this.#offset === 0) return;
        throw this.#ended();
      }
      this.#trace ??= new LiveTrace(piece.chain, `the record of ${this.label}`, this.write);
      const text = piece.next > end ? this.#firstBytes(piece.text, end - this.#offset) : piece.text;
      this.#mustBeSame(await this.#trace.takeRecord(text));
      this.#offset = Math.min(piece.next, end);
      if (piece.next >= piece.size) return;
    }
  }

  #ended(): HalleyError {
    return new HalleyError(
      'unavailable',
      `the record of ${this.label} has ended before its trace began: try again, for a trace that begins then`,
    );
  }

  #firstBytes(text: string, bytes: number): string {
    return Buffer.from(text).toString('utf8', 0, bytes);
  }

  #mustBeSame(difference: Parameters<typeof differenceText>[1] | undefined): void {
    if (difference === undefined) return;
    throw new HalleyError('conflict', differenceText(`the record of ${this.label}`, difference));
  }
}
