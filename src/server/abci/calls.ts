/** Makes the calls of an application that an engine's requests name. */
import type { ServedApplication } from '../../abci/application.js';
import { parseAppState } from '../../abci/wire/init_chain.js';
import type { AbciRequest } from '../../abci/wire/request.js';
import type { AbciResponse } from '../../abci/wire/response.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { checkEngine, isEngine } from './engine_version.js';

type Request<T extends AbciRequest['type']> = Extract<AbciRequest, { type: T }>['value'];
type Response<T extends AbciResponse['type']> = Extract<AbciResponse, { type: T }>['value'];

type Calls = {
  readonly [T in AbciRequest['type']]: (application: ServedApplication, request: Request<T>) => Promise<Response<T>>;
};

const ACCEPT = { status: 'accept' } as const;
const REJECT = { status: 'reject' } as const;

const CALLS: Calls = {
  echo: async (_, request) => request,
  flush: async () => ({}),
  info: async (application, request) => {
    if (!isEngine(request)) return application.info();
    checkEngine(request);
    return application.info(request);
  },
  initChain: async (application, { appStateBytes, ...request }) => ({
    consensusParams: undefined,
    ...(await application.initChain({ ...request, appState: parseAppState(appStateBytes) })),
  }),
  query: (application, request) => application.query(request),
  checkTx: (application, request) => application.checkTx(request),
  commit: (application) => application.commit(),
  listSnapshots: async (application) => ({ snapshots: await application.listSnapshots() }),
  offerSnapshot: async (application, request) => ({ result: await application.offerSnapshot(request) }),
  loadSnapshotChunk: async (application, request) => ({ chunk: await application.loadSnapshotChunk(request) }),
  applySnapshotChunk: (application, request) => application.applySnapshotChunk(request),
  prepareProposal: (application, request) => application.prepareProposal(request),
  processProposal: async (application, request) =>
    (await application.processProposal(request)).accept ? ACCEPT : REJECT,
  // The application has no vote extensions.
  extendVote: async () => ({ voteExtension: EMPTY_BYTES }),
  verifyVoteExtension: async (_, { voteExtension }) => (voteExtension.length === 0 ? ACCEPT : REJECT),
  finalizeBlock: (application, request) => application.finalizeBlock(request),
};

/** Makes the call of a request. Rejects with the application's error, or HalleyError for an unsuitable engine. */
export async function call(application: ServedApplication, { type, value }: AbciRequest): Promise<AbciResponse> {
  const perform = CALLS[type] as (application: ServedApplication, request: unknown) => Promise<unknown>;
  return { type, value: await perform(application, value) } as AbciResponse;
}
