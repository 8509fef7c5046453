/** Runs the guides' files for node:test, Mocha, Jest and wagmi in a project that has installed them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { stepsOf } from '../examples/guides/steps.js';
import { call, outputOf, run } from './project.js';

const { folder } = inject('withFrameworks');

/** Writes the files that a guide shows into a folder of the project, with another URL of the devnet. */
function filesOf(guide: string, url = 'http://127.0.0.1:8545'): string {
  const project = join(folder, guide.replace(/\W/g, '-'));
  mkdirSync(project, { recursive: true });
  const text = readFileSync(join(folder, 'node_modules/halley-devnet', guide), 'utf8');
  for (const step of stepsOf(text))
    if (step.type === 'file')
      writeFileSync(join(project, step.name), step.text.replaceAll('http://127.0.0.1:8545', url));
  return project;
}

describe('the files of the guide test-runners', () => {
  const modules = join(folder, 'node_modules');

  it.each([
    ['node:test', ['--test', '--test-reporter=tap', 'node.test.js'], /^# pass 2\n# fail 0$/m],
    ['Mocha', [join(modules, 'mocha/bin/mocha.js'), 'mocha.test.js'], /2 passing/],
    ['Jest', ['--experimental-vm-modules', join(modules, 'jest/bin/jest.js')], /Tests: +2 passed, 2 total/],
  ] as const)('pass under %s', async (_, args, passed) => {
    const { code, output } = await run(filesOf('docs/guides/test-runners.md'), 'node', ...args);
    expect(output).toMatch(passed);
    expect(code).toBe(0);
  });

  it('fail when a test does, with the log of the node under Mocha', async () => {
    const project = filesOf('docs/guides/test-runners.md');
    const file = 'failing.test.js';
    const text = readFileSync(join(project, 'mocha.test.js'), 'utf8').replace('height, 2n', 'height, 9n');
    writeFileSync(join(project, file), text);
    const { code, output } = await run(project, 'node', join(modules, 'mocha/bin/mocha.js'), file);
    expect(output).toMatch(/1 passing/);
    expect(output).toMatch(/the node's log:\n.*Block: +#2 /);
    expect(code).toBe(1);
  });
});

describe('the files of the guide metamask-and-keplr', () => {
  const URL_SHOWN = /(?<url>http:\/\/127\.0\.0\.1:\d+)/;

  it('read the chain with wagmi', async () => {
    const { url } = await outputOf(folder, URL_SHOWN, 'npx', 'halley-devnet');
    await call(url as string, 'evm_mine');
    const { code, output } = await run(filesOf('docs/guides/metamask-and-keplr.md', url), 'node', 'block.mjs');
    expect([code, output.trim()]).toEqual([0, '2n 10000000000000000000000n']);
  });

  it('describe the network to MetaMask as the chain does, which then sends from a page of another origin', async () => {
    const { url } = await outputOf(folder, URL_SHOWN, 'npx', 'halley-devnet');
    const { config } = await import(join(filesOf('docs/guides/metamask-and-keplr.md', url), 'wagmi.mjs'));
    const { network } = await import(join(filesOf('docs/guides/metamask-and-keplr.md', url), 'add_network.mjs'));
    const [{ id, nativeCurrency }] = config.chains;
    expect([Number(network.chainId), network.nativeCurrency]).toEqual([id, nativeCurrency]);
    const origin = 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn';
    for (const [method, result] of [
      ['eth_chainId', network.chainId],
      ['net_version', '31337'],
    ]) {
      const headers = { 'content-type': 'application/json', origin };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });
      const response = await fetch(network.rpcUrls[0], { method: 'POST', headers, body });
      expect(response.headers.get('access-control-allow-origin')).toMatch(/^(\*|chrome-extension:.*)$/);
      expect(await response.json()).toMatchObject({ result });
    }
  });
});
