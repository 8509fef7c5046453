/** Reads the validators of a height from answers of a node. */
import { expect, it } from 'vitest';
import { readValidators } from '../../src/client/read_validators.js';

const addressOf = (index: number): string => `${index}a`.padEnd(40, '0');

/** Answers with pages of 230 validators, and notes the parameters. */
function aNode() {
  const asked: unknown[] = [];
  const all = Array.from({ length: 230 }, (_, index) => ({
    ...{ address: addressOf(index), voting_power: '3', proposer_priority: '-9' },
  }));
  const call = async (_: string, params: unknown) => {
    asked.push(params);
    const page = Number((params as { readonly page: string }).page);
    return { total: '230', validators: all.slice((page - 1) * 100, page * 100) };
  };
  return { asked, client: { call } };
}

it('reads all pages of a height', async () => {
  const { asked, client } = aNode();
  const members = await readValidators(client, 9n);
  expect(members).toHaveLength(230);
  expect(members[229]).toEqual({ address: addressOf(229).toUpperCase(), power: 3n, priority: -9n });
  expect(asked).toEqual([1, 2, 3].map((page) => ({ page: `${page}`, per_page: '100', height: '9' })));
});

it('names no height for the newest set', async () => {
  const { asked, client } = aNode();
  await readValidators(client);
  expect(asked[0]).toEqual({ page: '1', per_page: '100' });
});

it('refuses a validator without a voting power', async () => {
  const client = { call: async () => ({ total: '1', validators: [{ address: addressOf(0) }] }) };
  await expect(readValidators(client)).rejects.toMatchObject({ code: 'remote-error' });
});

it('reads one page where the node does not say how many validators there are', async () => {
  const { asked, client } = aNode();
  const call = async (method: string, params: unknown) => ({
    ...(await client.call(method, params)),
    total: undefined,
  });
  expect(await readValidators({ call })).toHaveLength(100);
  expect(asked).toHaveLength(1);
});

it('ends at an empty page, and after a hundred pages', async () => {
  const { asked, client } = aNode();
  const call = async (method: string, params: unknown) => ({ ...(await client.call(method, params)), total: '999' });
  expect(await readValidators({ call })).toHaveLength(230);
  expect(asked).toHaveLength(4);
  let pages = 0;
  const member = { address: addressOf(1), voting_power: '9223372036854775807', proposer_priority: '5' };
  const endless = async () => {
    pages++;
    return { total: '100000', validators: [member] };
  };
  const members = await readValidators({ call: endless });
  expect([pages, members.length, members[99]?.power]).toEqual([100, 100, 2n ** 63n - 1n]);
});
