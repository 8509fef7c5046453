/** Tests that a program ends by itself after it has closed its devnets: they leave no open handle. */
import { expect, it } from 'vitest';
import { aConsumer } from '../support/consumer.js';

const ENDS = {
  'a devnet with every kind of use is closed': `
    const devnet = await createDevnet({ jsonRpc: true, rpc: true, assets: true });
    for (const [method, ...params] of [['eth_newBlockFilter'], ['eth_subscribe', 'newHeads'], ['evm_snapshot']])
      await devnet.provider.request({ method, params });
    const answer = await fetch(devnet.urls.cometRpc + '/status');
    await answer.arrayBuffer();
    await devnet.mine({ blocks: 3 });
    await devnet.close();`,
  'twenty devnets are closed': `
    const options = [{}, { jsonRpc: true, rpc: true }, { miningMode: 'interval:5ms' }, { miningMode: 'realtime' }, { seed: 'x' }];
    const devnets = await Promise.all(Array.from({ length: 20 }, (_, i) => createDevnet(options[i % options.length])));
    await Promise.all(devnets.map((devnet) => devnet.mine()));
    await Promise.all(devnets.map((devnet) => devnet.close()));`,
  'a devnet cannot listen': `
    const first = await createDevnet({ jsonRpc: true });
    const address = new URL(first.urls.evmHttp).host;
    await createDevnet({ miningMode: 'interval:5ms', rpc: true, jsonRpc: { address } }).catch(({ code }) => console.log(code));
    await first.close();`,
  'a devnet cannot start': `
    await createDevnet({ genesis: { chain_id: 5 } }).catch(({ code }) => console.log(code));
    await createDevnet({ home: '/proc/halley' }).catch(({ code }) => console.log(code));`,
  'a devnet has ended because the disk is full': `
    const ended = new Promise((resolve) => {
      const onFatal = (error, closed) => void closed.then(() => resolve(error.code));
      createDevnet({ home: 'kept', jsonRpc: true, onFatal }).then(async (devnet) => {
        for (;;) await devnet.mine({ blocks: 100 });
      }).catch(() => undefined);
    });
    console.log(await ended);`,
};

const SAYS: Partial<Record<string, string>> = {
  'a devnet cannot listen': 'address-in-use\n',
  'a devnet cannot start': 'invalid-genesis\nunavailable\n',
  'a devnet has ended because the disk is full': 'store-failed\n',
};

it.each(Object.entries(ENDS))('a program ends by itself when %s', async (name, program) => {
  const project = aConsumer([], { 'program.mjs': `import { createDevnet } from 'halley-devnet';\n${program}` });
  // The unit is 512 bytes of a file; sockets and pipes are not counted.
  const limit = name.includes('disk') ? 'ulimit -f 400;' : '';
  const { code, output } = await project.exec('/bin/sh', ['-c', `${limit} exec "$0" program.mjs`, process.execPath]);
  expect([code, output]).toEqual([0, SAYS[name] ?? '']);
});
