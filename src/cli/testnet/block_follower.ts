/**
 * Follows the blocks of one node: it waits for new headers on its WebSocket, and reads the heights decided since then.
 */
import { CometSocket } from '../../client/comet_socket.js';
import type { JsonRpcClient } from '../../client/json_rpc_client.js';
import { arrayOf, objectAt, wholeOf } from '../../client/json_values.js';
import { readBlockMeta } from './block_line.js';
import type { NetworkEvent } from './network_event.js';

const QUERY = "tm.event = 'NewBlockHeader'";
/** Highest number of headers that a node returns at once. */
const MOST_METAS = 20n;

export class BlockFollower {
  readonly #socket: CometSocket;
  #work = Promise.resolve();
  #isClosed = false;

  /**
   * Calls `show` with each height after `shown`, in order. Heights that were decided while the node could not be
   * reached are reported later, or only as a range if there are many.
   */
  constructor(
    private readonly client: JsonRpcClient,
    private readonly names: ReadonlyMap<string, string>,
    private readonly show: (event: NetworkEvent) => void,
    private shown: bigint | undefined,
  ) {
    this.#socket = new CometSocket(client.endpoint, {
      queries: [QUERY],
      listener: (message) => {
        if (message.type !== 'lost') this.#catchUp();
      },
    });
  }

  /** Returns the last height that was shown; undefined before the first one. */
  get height(): bigint | undefined {
    return this.shown;
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.close();
  }

  /** Reads one after the other, so that the lines are in order. A node that ends meanwhile is asked again later. */
  #catchUp(): void {
    this.#work = this.#work.then(() => this.#read()).catch(() => undefined);
  }

  async #read(): Promise<void> {
    if (this.#isClosed) return;
    const head = wholeOf(objectAt(await this.client.call('status'), 'sync_info')['latest_block_height']) ?? 0n;
    const first = (this.shown ?? head - 1n) + 1n;
    if (head < first) return;
    const from = head - first >= MOST_METAS ? head - MOST_METAS + 1n : first;
    const params = { minHeight: `${from}`, maxHeight: `${head}` };
    const metas = arrayOf(objectAt(await this.client.call('blockchain', params))['block_metas']);
    if (from > first) this.show({ type: 'missed', first, last: from - 1n });
    for (const meta of metas.toReversed()) await this.#show(meta);
  }

  async #show(meta: unknown): Promise<void> {
    const block = readBlockMeta(meta, this.names);
    if (block === undefined || (this.shown !== undefined && block.height <= this.shown)) return;
    const commit = await this.client.call('commit', { height: `${block.height}` }).catch(() => undefined);
    const round = wholeOf(objectAt(commit, 'signed_header', 'commit')['round']);
    if (this.#isClosed) return;
    this.shown = block.height;
    this.show({ type: 'block', block, round });
  }
}
