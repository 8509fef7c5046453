/** Tests that a document that was exported with its history starts a chain that answers about the blocks before. */
import { describe, expect, it } from 'vitest';
import { genesisText } from '../../../src/config/genesis_forms/history/genesis_text.js';
import { createDevnet, type Devnet, exportHome, verifyHome } from '../../../src/devnet/index.js';
import { ALICE, aDevnet, ask, BOB, CREATION, dumped, temporaryFolder, withHistory } from '../state_files/kit.js';

const at = (number: number | bigint): string => `0x${number.toString(16)}`;

/** Reads blocks, receipts and logs up to a height. */
async function portrait(devnet: Devnet, last: bigint): Promise<unknown> {
  const seen: unknown[] = [await ask(devnet, 'eth_getLogs', { fromBlock: '0x0', toBlock: at(last) })];
  for (let number = 0n; number <= last; number++) {
    const block = await ask(devnet, 'eth_getBlockByNumber', at(number), true);
    seen.push(block, await ask(devnet, 'eth_getBlockByHash', block.hash, false));
    for (const { hash } of block.transactions)
      seen.push(
        await ask(devnet, 'eth_getTransactionReceipt', hash),
        await ask(devnet, 'eth_getTransactionByHash', hash),
      );
  }
  return seen;
}

const exported = async (home: string): Promise<object> =>
  JSON.parse(genesisText(await exportHome(home, { history: true })));

describe('a document with its history', () => {
  it('starts a chain that answers about earlier blocks under their hashes, and can be exported again', async () => {
    const home = temporaryFolder();
    const first = await createDevnet({ seed: 'state files', home });
    await withHistory(first);
    await ask(first, 'anvil_impersonateAccount', BOB);
    await ask(first, 'eth_sendTransaction', { from: BOB, to: ALICE, value: '0x1' });
    const last = first.height;
    const before = await portrait(first, last);
    const newest = await ask(first, 'eth_getBlockByNumber', at(last), false);
    await first.close();

    const next = temporaryFolder();
    const second = await createDevnet({ seed: 'state files', home: next, genesis: await exported(home) });
    expect(second.height).toBe(last + 1n);
    expect(await portrait(second, last)).toEqual(before);
    const begun = await ask(second, 'eth_getBlockByNumber', at(last + 1n), false);
    expect(begun.parentHash).toBe(newest.hash);
    await ask(second, 'eth_sendTransaction', { from: ALICE, gas: '0x30000', data: CREATION });
    const all = await portrait(second, second.height);
    const height = second.height;
    await second.close();
    expect((await verifyHome(next)).problems).toEqual([]);

    const third = await aDevnet({ genesis: await exported(next) });
    expect(await portrait(third, height)).toEqual(all);
    const file = await dumped(third, true);
    expect(file.blocks).toHaveLength(Number(third.height) + 1);
  });

  it('is refused when its earlier blocks were changed or removed', async () => {
    const home = temporaryFolder();
    const first = await createDevnet({ seed: 'state files', home });
    await withHistory(first);
    await first.close();
    // biome-ignore lint/suspicious/noExplicitAny: a document is changed member by member
    const document: any = await exported(home);
    const changed = structuredClone(document);
    changed.halley.history.blocks[1].header.gasUsed = '0x1';
    await expect(aDevnet({ genesis: changed })).rejects.toMatchObject({
      code: 'invalid-genesis',
      message: expect.stringMatching(/^genesis: halley\.history is not what was written: its hash is 0x/),
    });
    const { halley: _, ...removed } = document;
    await expect(aDevnet({ genesis: removed })).rejects.toThrow(
      /halley\.history is missing, expected the earlier blocks/,
    );
    const unnamed = structuredClone(document);
    delete unnamed.app_state.evm.history;
    await expect(aDevnet({ genesis: unnamed })).rejects.toThrow(/app_state\.evm\.history is missing/);
    await expect(exportHome(home, { nosuch: true } as never)).rejects.toThrow(/nosuch/);
  });
});
