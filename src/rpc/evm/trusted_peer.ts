/** Refuses callers that the node does not trust. */
import { RpcError, SERVER_ERROR } from '../jsonrpc/errors.js';
import type { Peer } from '../protocol_handler.js';

/** Throws RpcError unless the caller is trusted. `what` begins the sentence, and `verb` says what is refused. */
export function mustBeTrusted(peer: Peer, what: string, verb: 'call' | 'receive'): void {
  if (peer.trusted) return;
  const caller = peer.local ? 'a web page of another origin' : peer.address;
  throw new RpcError(
    SERVER_ERROR,
    `${what}: only local callers and those that the configuration trusts may ${verb} it, not ${caller}`,
  );
}
