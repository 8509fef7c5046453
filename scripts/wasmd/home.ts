/** Makes a home of CosmWasm's `wasmd` with one validator, and runs it as an application without an engine. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const CHAIN_ID = 'any-1';

export class WasmdHome {
  readonly keyring: readonly string[];

  constructor(
    private readonly program: string,
    readonly path: string,
  ) {
    this.keyring = ['--keyring-backend', 'test', '--home', path];
  }

  async run(...args: readonly string[]): Promise<string> {
    return (await promisify(execFile)(this.program, args, { maxBuffer: 2 ** 26 })).stdout;
  }

  /** Writes the home: the validator v0, and the account bob without coins. */
  async prepare(): Promise<void> {
    const { keyring, path } = this;
    await this.run('init', 'v0', '--chain-id', CHAIN_ID, '--default-denom', 'stake', '--home', path);
    await this.run('keys', 'add', 'v0', ...keyring);
    await this.run('keys', 'add', 'bob', ...keyring);
    await this.run('genesis', 'add-genesis-account', 'v0', '100000000000stake', ...keyring);
    await this.run('genesis', 'gentx', 'v0', '1000000000stake', '--chain-id', CHAIN_ID, ...keyring);
    await this.run('genesis', 'collect-gentxs', '--home', path);
  }

  read(name: string): unknown {
    return JSON.parse(readFileSync(join(this.path, 'config', name), 'utf8'));
  }

  /** Returns the address of a key; `bech` is `val` for that of its validator. */
  async address(name: string, bech = 'acc'): Promise<string> {
    return (await this.run('keys', 'show', name, '--bech', bech, '-a', ...this.keyring)).trim();
  }

  /** Starts the application, which serves ABCI at the address. */
  serve(address: string): Program {
    return new Program(this.program, [
      ...['start', '--with-comet=false', '--transport', 'socket', '--address', address, '--home', this.path],
      ...['--minimum-gas-prices', '0stake', '--grpc.enable=false'],
    ]);
  }
}

/** Process that `stop` ends. */
export class Program {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(program: string, args: readonly string[]) {
    this.#child = spawn(program, args, { stdio: 'ignore' });
    this.#ended = new Promise((resolve) => {
      this.#child.once('exit', resolve);
      this.#child.once('error', resolve);
    });
  }

  async stop(): Promise<void> {
    this.#child.kill();
    await this.#ended;
  }
}
