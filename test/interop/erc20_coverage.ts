/** Project with a token of OpenZeppelin, whose coverage Foundry and Halley find with the same calls. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem';
import { ROOT } from '../../scripts/ensure.mjs';

export const OPEN_ZEPPELIN = join(ROOT, 'test/interop/example_tools/node_modules/@openzeppelin/contracts');

const TOKEN = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
import {ERC20} from "./token/ERC20/ERC20.sol";
import {ERC20Burnable} from "./token/ERC20/extensions/ERC20Burnable.sol";
import {ERC20Capped} from "./token/ERC20/extensions/ERC20Capped.sol";
import {ERC20Pausable} from "./token/ERC20/extensions/ERC20Pausable.sol";
contract Token is ERC20Burnable, ERC20Capped, ERC20Pausable {
    address internal immutable minter;
    modifier onlyMinter() {
        require(msg.sender == minter, "not the minter");
        _;
    }
    constructor() ERC20("Token", "TKN") ERC20Capped(1000) {
        minter = msg.sender;
    }
    function mint(address to, uint256 amount) external onlyMinter {
        _mint(to, amount);
    }
    function setPaused(bool paused) external onlyMinter {
        if (paused) _pause();
        else _unpause();
    }
    function _update(address from, address to, uint256 value) internal override(ERC20, ERC20Capped, ERC20Pausable) {
        super._update(from, to, value);
    }
}
`;

/** Returns the texts of the token and of what it imports. Halley leaves out sources with the names of packages. */
export function sourcesOfToken(): Readonly<Record<string, string>> {
  const paths = ['interfaces/draft-IERC6093.sol', 'utils/Context.sol', 'utils/Pausable.sol', 'token/ERC20/IERC20.sol'];
  paths.push('token/ERC20/ERC20.sol');
  for (const name of ['ERC20Burnable', 'ERC20Capped', 'ERC20Pausable', 'IERC20Metadata'])
    paths.push(`token/ERC20/extensions/${name}.sol`);
  const texts = paths.map((path) => [`src/${path}`, readFileSync(join(OPEN_ZEPPELIN, path), 'utf8')]);
  return Object.fromEntries([['src/Token.sol', TOKEN], ...texts]) as Record<string, string>;
}

/** Returns calls of a new token by the account that made it, and whether they succeed. */
export function callsOf(owner: Hex): readonly { readonly data: Hex; readonly succeeds: boolean }[] {
  const [seven, nine] = [`0x${'07'.repeat(20)}`, `0x${'09'.repeat(20)}`] as const;
  const call = (text: string, args: readonly unknown[], succeeds = true) => {
    const signatures: readonly string[] = [`function ${text}`];
    return { data: encodeFunctionData({ abi: parseAbi(signatures), args }), succeeds };
  };
  return [
    call('mint(address,uint256)', [owner, 600n]),
    call('transfer(address,uint256)', [seven, 200n]),
    call('approve(address,uint256)', [owner, 150n]),
    call('transferFrom(address,address,uint256)', [owner, nine, 100n]),
    call('burn(uint256)', [11n]),
    call('approve(address,uint256)', [owner, maxUint256]),
    call('burnFrom(address,uint256)', [owner, 13n]),
    call('balanceOf(address)', [nine]),
    call('decimals()', []),
    call('mint(address,uint256)', [seven, 500n], false),
    call('transfer(address,uint256)', [`0x${'00'.repeat(20)}`, 3n], false),
    call('transfer(address,uint256)', [seven, 5000n], false),
    call('transferFrom(address,address,uint256)', [nine, seven, 5n], false),
    call('setPaused(bool)', [true]),
    call('transfer(address,uint256)', [seven, 4n], false),
  ];
}

/** Lines of sources that ran, and those that did not, as text. */
export type Lines = Readonly<Record<string, { readonly hit: string; readonly missed: string }>>;

/** Returns the lines with statements of a trace file of lcov; lines that begin functions are none. */
export function linesOf(lcov: string): Lines {
  const records = lcov.split('end_of_record').filter((record) => record.includes('SF:'));
  return Object.fromEntries(
    records.map((record) => {
      const name = /SF:(.*)/.exec(record)?.[1] ?? '';
      const functions = new Set([...record.matchAll(/^FN:(\d+)/gm)].map(([, line]) => line));
      const lines = [...record.matchAll(/^DA:(\d+),(\d+)/gm)].filter(([, line]) => !functions.has(line));
      const textOf = (hit: boolean): string =>
        lines.flatMap(([, line, hits]) => ((hits !== '0') === hit ? [line] : [])).join(' ');
      return [name, { hit: textOf(true), missed: textOf(false) }];
    }),
  );
}
