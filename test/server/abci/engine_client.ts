/** A client of the socket protocol, as an engine is: it sends frames and reads the responses. */
import { connect, type Socket } from 'node:net';
import { FrameReader } from '../../../src/abci/wire/frame_reader.js';
import { decodeResponse, requestFrame } from '../../../src/abci/wire/messages.js';
import type { AbciRequest } from '../../../src/abci/wire/request.js';
import type { AbciResponse } from '../../../src/abci/wire/response.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { utf8 } from '../../../src/kernel/text.js';

export const FLUSH: AbciRequest = { type: 'flush', value: {} };
export const COMMIT: AbciRequest = { type: 'commit', value: {} };
export const echo = (message: string): AbciRequest => ({ type: 'echo', value: { message } });

export const info = (abciVersion = '2.0.0', version = '0.38.25'): AbciRequest => ({
  type: 'info',
  value: { version, blockVersion: 11n, p2pVersion: 8n, abciVersion },
});

export const initChain = (appState = '{"a":1}', initialHeight = 1n): AbciRequest => ({
  type: 'initChain',
  value: {
    ...{ time: 0n, chainId: 'test-1', consensusParams: {}, validators: [], initialHeight },
    appStateBytes: utf8(appState),
  },
});

export const checkTx = (tx: string): AbciRequest => ({ type: 'checkTx', value: { tx: utf8(tx), type: 'new' } });

export const query = (key: string): AbciRequest => ({
  type: 'query',
  value: { data: utf8(key), path: '/key', height: 0n, prove: false },
});

const block = (height: bigint) => ({
  ...{ misbehavior: [], hash: EMPTY_BYTES, height, time: 0n },
  ...{ nextValidatorsHash: EMPTY_BYTES, proposerAddress: EMPTY_BYTES },
});

export const finalizeBlock = (height: bigint, ...txs: readonly string[]): AbciRequest => ({
  type: 'finalizeBlock',
  value: { ...block(height), txs: txs.map(utf8), decidedLastCommit: { round: 0, votes: [] } },
});

export const prepareProposal = (height: bigint, ...txs: readonly string[]): AbciRequest => {
  const { hash: _, ...rest } = block(height);
  const localLastCommit = { round: 0, votes: [] };
  return { type: 'prepareProposal', value: { ...rest, txs: txs.map(utf8), maxTxBytes: 1000n, localLastCommit } };
};

export const processProposal = (height: bigint, ...txs: readonly string[]): AbciRequest => ({
  type: 'processProposal',
  value: { ...block(height), txs: txs.map(utf8), proposedLastCommit: { round: 0, votes: [] } },
});

export const extendVote = (height: bigint, ...txs: readonly string[]): AbciRequest => ({
  type: 'extendVote',
  value: { ...block(height), txs: txs.map(utf8), proposedLastCommit: { round: 0, votes: [] } },
});

export const verifyVoteExtension = (height: bigint, extension: string): AbciRequest => ({
  type: 'verifyVoteExtension',
  value: { hash: utf8('h'), validatorAddress: utf8('v'), height, voteExtension: utf8(extension) },
});

export class EngineClient {
  readonly #reader = new FrameReader();
  readonly #responses: AbciResponse[] = [];
  #wake = (): void => {};
  isClosed = false;

  private constructor(readonly socket: Socket) {
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      for (const frame of this.#reader.push(chunk)) this.#responses.push(decodeResponse(frame));
      this.#wake();
    });
    socket.once('close', () => {
      this.isClosed = true;
      this.#wake();
    });
  }

  /** Connects to an address of `serveAbci`. */
  static connect(address: string): Promise<EngineClient> {
    const { hostname, port, pathname, protocol } = new URL(address);
    const socket = protocol === 'unix:' ? connect(pathname) : connect(Number(port), hostname);
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('connect', () => resolve(new EngineClient(socket)));
    });
  }

  send(...requests: readonly AbciRequest[]): void {
    this.socket.write(Buffer.concat(requests.map(requestFrame)));
  }

  /** Returns the next `count` responses. Throws when the connection ends before. */
  async take(count: number): Promise<readonly AbciResponse[]> {
    while (this.#responses.length < count) {
      if (this.isClosed) throw new Error(`closed after ${this.#responses.length} of ${count} responses`);
      await this.#change();
    }
    return this.#responses.splice(0, count);
  }

  async ask(request: AbciRequest): Promise<AbciResponse> {
    this.send(request);
    return (await this.take(1))[0] as AbciResponse;
  }

  /** Resolves when the connection is closed. */
  async closed(): Promise<void> {
    while (!this.isClosed) await this.#change();
  }

  close(): Promise<void> {
    this.socket.destroy();
    return this.closed();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
