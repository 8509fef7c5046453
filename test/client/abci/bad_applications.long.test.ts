/** Tests every call of an engine against applications that answer it wrongly, or end before or after it. */
import { describe, expect, it } from 'vitest';
import type { RemoteApplication } from '../../../src/client/abci/connect_application.js';
import type { HalleyError } from '../../../src/kernel/errors.js';
import { utf8 } from '../../../src/kernel/text.js';
import {
  check,
  extend,
  finalize,
  initChain,
  prepare,
  process,
  query,
  SNAPSHOT,
  scripted,
  verify,
} from './engine_kit.js';
import { frame, type Script } from './scripted_application.js';

/** Calls of an engine, in an order in which each may be made, with the text that names them in errors. */
const CALLS: readonly (readonly [name: string, text: string, make: (app: RemoteApplication) => Promise<unknown>])[] = [
  ['info', 'Info', (app) => app.info()],
  ['initChain', 'InitChain at height 1', initChain],
  ['checkTx', 'CheckTx after height 0', (app) => check(app, 'a=1')],
  ['prepareProposal', 'PrepareProposal at height 1', (app) => prepare(app, 1n, 'a=1')],
  ['processProposal', 'ProcessProposal at height 1', (app) => process(app, 1n, 'a=1')],
  ['extendVote', 'ExtendVote at height 1', (app) => extend(app, 1n, 'a=1')],
  ['verifyVoteExtension', 'VerifyVoteExtension at height 1', (app) => verify(app, 1n, '1,a=1')],
  ['finalizeBlock', 'FinalizeBlock at height 1', (app) => finalize(app, 1n, 'a=1')],
  ['commit', 'Commit at height 1', (app) => app.commit()],
  ['query', 'Query after height 1', (app) => query(app, 'a')],
  ['listSnapshots', 'ListSnapshots after height 1', (app) => app.listSnapshots()],
  [
    'offerSnapshot',
    'OfferSnapshot at height 3',
    (app) => app.offerSnapshot({ snapshot: SNAPSHOT, appHash: utf8('h') }),
  ],
  [
    'loadSnapshotChunk',
    'LoadSnapshotChunk at height 3',
    (app) => app.loadSnapshotChunk({ height: 3n, format: 1, chunk: 1 }),
  ],
  [
    'applySnapshotChunk',
    'ApplySnapshotChunk after height 1',
    (app) => app.applySnapshotChunk({ index: 1, chunk: utf8('c'), sender: 'p' }),
  ],
];

const limits = { answerBytes: 200, answerTimeMs: 60_000, slowTimeMs: 10_000 };

const EXTEND_VOTE = { type: 'extendVote', value: { voteExtension: utf8('x') } } as const;

/** Wrong answers: what the script does at the call, and the error for a call in `at` and its name in `name`. */
const WRONG: Readonly<
  Record<string, { script: Script; message: (at: string, name: string) => string; code?: string }>
> = {
  'ends before it executes the call': {
    script: () => ['close'],
    message: (at) => `the application closed the connection during ${at}`,
    code: 'unavailable',
  },
  'ends after it has executed the call, and does not answer': {
    script: async (_, answer) => {
      await answer();
      return ['close'];
    },
    message: (at) => `the application closed the connection during ${at}`,
    code: 'unavailable',
  },
  'ends in the middle of the answer': {
    script: async (_, answer) => [frame(await answer()).subarray(0, 1), 'close'],
    message: (at) => `the application closed the connection during ${at}`,
    code: 'unavailable',
  },
  'answers with an exception of several lines, and ends': {
    script: () => [frame({ type: 'exception', value: { error: 'panic: out of\n\u001b[31mgas' } }), 'close'],
    message: (at) => `the application sent an exception during ${at}: panic: out of ?[31mgas`,
  },
  'answers another call': {
    script: ({ type }) => [frame(/exten/i.test(type) ? { type: 'commit', value: { retainHeight: 9n } } : EXTEND_VOTE)],
    message: (at, name) =>
      `the application sent an answer to ${/exten/i.test(name) ? 'Commit' : 'ExtendVote'} instead of ${name} during ${at}`,
  },
  'answers the Flush before the call': {
    script: () => [frame({ type: 'flush', value: {} })],
    message: (at, name) => `the application sent an answer to Flush instead of ${name} during ${at}`,
  },
  'answers with bytes that are not protobuf': {
    script: () => [Uint8Array.of(3, 0xff, 0xff, 0xff)],
    message: (at) => `the application sent an invalid answer during ${at}: invalid ABCI response of 3 bytes: `,
  },
  'speaks another protocol': {
    script: () => [utf8('HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(4))],
    message: (at) => `the application sent an invalid answer during ${at}: `,
  },
  'claims an answer above the limit': {
    script: () => [Uint8Array.of(0x80, 0x80, 0x80, 0x32)],
    message: (at) =>
      `the application sent an invalid answer during ${at}: an ABCI message claims 104857600 bytes, expected at most 200`,
    code: 'limit-exceeded',
  },
};

describe.each(Object.entries(WRONG))('an application that %s', (_, { script, message, code = 'remote-error' }) => {
  it.each(CALLS.map(([name, text]) => [text, name] as const))('at %s is reported in one line', async (text, name) => {
    const { app, server, failures } = await scripted(
      (request, answer) => (request.type === name ? script(request, answer) : undefined),
      { limits },
    );
    if (name !== 'info') await app.info();
    for (const [earlier, , make] of CALLS) {
      if (earlier === name) break;
      await make(app);
    }
    const call = text.split(' ', 1)[0] as string;
    const expected = message(text, call);
    const make = CALLS.find(([other]) => other === name)?.[2];
    const error = await make?.(app).then(
      () => undefined,
      (reason: HalleyError) => reason,
    );
    expect(error?.message.startsWith(expected), `${error?.message}\nexpected: ${expected}`).toBe(true);
    expect(error?.message).not.toContain('\n');
    expect(error).toMatchObject({ code, facts: { call } });
    expect(failures).toEqual([error]);
    // All later calls fail with the same error, and the application is asked nothing more.
    const count = server.received.flat().length;
    await expect(check(app, 'z=1')).rejects.toBe(error);
    await expect(app.commit()).rejects.toBe(error);
    expect(server.received.flat()).toHaveLength(count);
  });
});
