/** Tests what `halley testnet start` prints, as text and as JSON. */
import { expect, it } from 'vitest';
import { eventJson, eventText, type NetworkEvent } from '../../src/cli/testnet/network_event.js';
import type { LocalNode } from '../../src/testnet/index.js';

const NODE: LocalNode = {
  ...{ name: 'node2', home: '/net/node2', address: 'AB', addresses: [], hasDevAuthority: true },
  ...{ rpcUrl: 'http://127.0.0.1:26677', evmHttpUrl: 'http://127.0.0.1:8565', evmWsUrl: undefined },
  ...{ assetsUrl: undefined, dashboardUrl: 'http://127.0.0.1:8611', metricsUrl: 'http://127.0.0.1:26680' },
};

const EVENTS: readonly NetworkEvent[] = [
  { type: 'starting', nodes: [NODE], logs: '/net/node2/logs' },
  { type: 'waiting', nodes: [NODE] },
  {
    type: 'block',
    block: { height: 7n, time: '2026-01-02T03:04:05.5Z', proposer: 'node1', txs: 2n },
    round: 1n,
  },
  { type: 'missed', first: 3n, last: 9n },
  {
    ...{ type: 'ended', node: NODE, part: 'app', lastLine: 'why', log: '/net/node2/logs/app.log' },
    end: { code: null, signal: 'SIGKILL', error: undefined },
  },
  { type: 'down', node: NODE, command: 'halley testnet start net --nodes node2' },
  { type: 'joined', node: NODE },
  { type: 'returned', node: NODE },
  { type: 'left', node: NODE },
  { type: 'stalled', quorum: { total: 40n, running: 20n, isReached: false } },
  { type: 'resumed', quorum: { total: 40n, running: 30n, isReached: true } },
  { type: 'empty' },
  { type: 'stopping' },
];

const READY: Extract<NetworkEvent, { type: 'ready' }> = {
  ...{ type: 'ready', chainId: 'halley_31337-1', validators: 4, nodes: [NODE], late: [] },
};

it('writes each event as one JSON object with its type', () => {
  expect(EVENTS.map((event) => JSON.parse(eventJson(event)))).toEqual([
    { type: 'starting', nodes: [{ name: 'node2', home: '/net/node2' }] },
    { type: 'waiting', nodes: ['node2'] },
    { type: 'block', height: 7, time: '2026-01-02T03:04:05.5Z', proposer: 'node1', txs: 2, round: 1 },
    { type: 'missed', first: 3, last: 9 },
    {
      ...{ type: 'ended', node: 'node2', program: 'application', exitCode: null, signal: 'SIGKILL', error: null },
      ...{ lastLine: 'why', log: '/net/node2/logs/app.log' },
    },
    { type: 'down', node: 'node2', command: 'halley testnet start net --nodes node2' },
    { type: 'joined', node: 'node2' },
    { type: 'returned', node: 'node2' },
    { type: 'left', node: 'node2' },
    { type: 'stalled', running: '20', total: '40' },
    { type: 'resumed', running: '30', total: '40' },
    { type: 'empty' },
    { type: 'stopping' },
  ]);
  const ready = eventJson(READY);
  expect(JSON.parse(ready)).toMatchObject({
    ...{ type: 'ready', chainId: 'halley_31337-1', validators: 4, late: [] },
    nodes: [
      {
        ...{ name: 'node2', home: '/net/node2', validator: 'AB', devMethods: true },
        urls: {
          ...{ evmHttp: 'http://127.0.0.1:8565', evmWs: null, cometRpc: 'http://127.0.0.1:26677', assets: null },
          ...{ dashboard: 'http://127.0.0.1:8611', metrics: 'http://127.0.0.1:26680/metrics' },
        },
      },
    ],
  });
  for (const event of EVENTS) expect(eventJson(event)).toMatch(/^[^\n]+\n$/);
});

it('writes problems to stderr, and what goes on to stdout', () => {
  const problems = EVENTS.filter((event) => eventText(event).to === 'stderr').map(({ type }) => type);
  expect(problems).toEqual(['waiting', 'ended', 'down', 'left', 'stalled', 'empty']);
  for (const event of EVENTS) expect(eventText(event).text).toMatch(/^[^\n]+\n$/);
  expect(eventText({ type: 'returned', node: NODE }).text).toBe('node2 responds again: it was started elsewhere\n');
});

it('names the nodes that do not answer when the others are shown', () => {
  expect(eventText(READY).text).not.toContain('No answer yet');
  expect(eventText({ ...READY, late: [NODE] }).text).toContain('No answer yet  from node2: its logs may say why\n');
  expect(JSON.parse(eventJson({ ...READY, late: [NODE] }))).toMatchObject({ late: ['node2'] });
});

it('names the nodes with their URLs, those with dev methods, and how many of the validators run here', () => {
  const other: LocalNode = { ...NODE, name: 'node10', hasDevAuthority: false, metricsUrl: undefined };
  const { text } = eventText({ ...READY, nodes: [NODE, other] });
  expect(text.split('\n').slice(1, 9)).toEqual([
    'Chain id       halley_31337-1',
    'Validators     2 of 4 run here',
    'Dev methods    on node2',
    '',
    'Nodes: EVM JSON-RPC, EVM WebSocket, CometBFT RPC, asset API, dashboard, metrics of the engine',
    '  node2   http://127.0.0.1:8565  -  http://127.0.0.1:26677  -  http://127.0.0.1:8611  http://127.0.0.1:26680/metrics',
    '  node10  http://127.0.0.1:8565  -  http://127.0.0.1:26677  -  http://127.0.0.1:8611  -',
    '',
  ]);
  expect(eventText({ ...READY, nodes: [other] }).text).not.toContain('Dev methods');
  const starting = (nodes: readonly LocalNode[]): string => eventText({ type: 'starting', nodes, logs: '/l' }).text;
  expect([starting([NODE]), starting([NODE, other])]).toEqual([
    'Starting node2; their logs are in /l\n',
    'Starting node2, node10; their logs are in /l and so on\n',
  ]);
});

it('says with what a program ended, and quotes its last line', () => {
  const ended = (lastLine: string, code: number | null): string => {
    const end = { code, signal: code === null ? ('SIGKILL' as const) : null, error: undefined };
    return eventText({ type: 'ended', node: NODE, part: 'engine', lastLine, log: '/l/engine.log', end }).text;
  };
  expect(ended('why', 7)).toBe(
    'halley: the engine of node2 ended unexpectedly (exit code 7); the last line of /l/engine.log: why\n',
  );
  expect(ended('', null)).toBe(
    'halley: the engine of node2 ended unexpectedly (signal SIGKILL); /l/engine.log is empty\n',
  );
  const stalled = eventText({ type: 'stalled', quorum: { total: 40n, running: 20n, isReached: false } });
  expect(stalled.text).toContain('the other validators have 20 of 40 voting power');
});
