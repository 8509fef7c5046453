/** Makes state files of a running chain in time slices, for consumers with bounded memory: a file, or hex of gzip. */
import { createGzip, type Gzip } from 'node:zlib';
import { listAccounts } from '../../app/state_listing.js';
import type { EvmChain } from '../../chain/evm_chain.js';
import { HalleyError, invariant } from '../../kernel/errors.js';
import { type Client, isGone } from '../../kernel/fair_scheduler.js';
import type { TextSink } from '../../kernel/text_stream.js';
import type { AppChain } from '../chain/chain.js';
import type { BlocksOfChain } from './own_file.js';
import { type StateSource, stateJson } from './state_json.js';

export interface DumpRequest {
  readonly historicalStates: boolean;
  readonly client: Client;
}

/** Takes pieces of the JSON. Returns undefined to continue, or the promise to wait for before the next piece. */
type Consume = (json: string) => Promise<void> | undefined;

/** Characters that are passed on together. */
const PART_LENGTH = 65_536;

export class StateDumps {
  constructor(
    private readonly node: {
      readonly chain: AppChain;
      readonly blocks: EvmChain;
    },
  ) {}

  /** Blocks of the chain. */
  get blocks(): BlocksOfChain {
    return { blocks: this.node.blocks, earlier: this.node.chain.history };
  }

  /** Changes whenever the state, and so the content of a dump, may have changed. */
  get version(): string {
    const { chain, blocks } = this.node;
    return `${blocks.head} ${blocks.reverts} ${chain.app.devTxs.version}`;
  }

  /**
   * Passes the JSON of the current state to `consume`. The chain may continue meanwhile. Rejects with HalleyError
   * `conflict` when it is reverted below the block of the dump.
   */
  async json({ historicalStates, client }: DumpRequest, consume: Consume): Promise<void> {
    const { scheduler } = this.node.chain;
    const { reverts } = this.node.blocks;
    const pieces = stateJson(this.#source(), historicalStates);
    const slice = await scheduler.begin(client);
    let part: string[] = [];
    let length = 0;
    try {
      for (;;) {
        if (this.node.blocks.reverts !== reverts)
          throw new HalleyError('conflict', 'the chain was reverted while its state was written: dump it again');
        const { value, done } = pieces.next();
        if (done !== true) {
          part.push(value);
          length += value.length;
        }
        const behind = length >= PART_LENGTH || done === true ? consume(part.join('')) : undefined;
        if (behind !== undefined || length >= PART_LENGTH) [part, length] = [[], 0];
        const rest = behind === undefined ? slice.yieldIfDue() : slice.pause(behind);
        if (rest !== undefined) await rest;
        if (done === true || isGone(client)) return;
      }
    } finally {
      slice.end();
    }
  }

  /** Writes the JSON string that `anvil_dumpState` returns: 0x and the hex of the gzip data. */
  async hexOfGzip(request: DumpRequest, out: TextSink): Promise<void> {
    const gzip = createGzip();
    const { id, gone } = request.client;
    const client: Client = { id, gone: () => out.closed || gone?.() === true };
    const sent = sendHex(gzip, out);
    try {
      await this.json({ ...request, client }, (json) => written(gzip, json));
    } finally {
      // After an error the text is nevertheless a whole JSON value.
      gzip.end();
      await sent;
    }
  }

  #source(): StateSource {
    const { chain, blocks } = this.node;
    const { head } = blocks;
    const base = blocks.firstNumber;
    const committed = chain.state.at(head);
    const changes = chain.app.devTxs.keepChanges();
    return {
      head,
      base,
      earlier: chain.history,
      block: (number) => {
        const block = blocks.block(number);
        invariant(block !== undefined, `block ${number} of the dump does not exist`);
        return block;
      },
      accounts: () => listAccounts(committed, changes),
      accountsAfter: (number) => listAccounts(chain.state.at(number), undefined),
    };
  }
}

/**
 * Writes to a stream. Returns undefined while its buffer has room, or a promise that resolves when it has room again.
 */
function written(stream: Gzip, text: string): Promise<void> | undefined {
  if (stream.write(text)) return undefined;
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}

async function sendHex(gzip: Gzip, out: TextSink): Promise<void> {
  await out.write('"0x');
  for await (const chunk of gzip) await out.write((chunk as Buffer).toString('hex'));
  await out.write('"');
}
