/** Project whose tests under Foundry and Hardhat send the transactions that `gas_report.test.ts` sends to a devnet. */
import { createRequire } from 'node:module';
import {
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem';

export const SOURCE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
struct Order {
    uint128 amount;
    uint64 until;
}
contract Part {
    uint256 public made;
    constructor(uint256 number) {
        made = number;
    }
}
contract Shop {
    uint256 public sold;
    uint256 internal open;
    mapping(uint256 => uint256) internal kept;
    Part internal part;
    error Closed(uint256 until);
    constructor(uint256 first) {
        open = first;
    }
    function buy(uint256 amount) external payable {
        if (amount > 90) revert Closed(amount);
        for (uint256 i = 0; i < amount; i++) sold += i;
    }
    function buy(Order calldata order) external {
        kept[order.until] = order.amount;
    }
    function clear(uint256 until) external {
        delete kept[until];
    }
    function assemble() external returns (uint256) {
        part = new Part(sold);
        return part.made();
    }
    function price(uint256 amount) public view returns (uint256) {
        return amount * 11 + open;
    }
    receive() external payable {
        sold += msg.value;
    }
    fallback() external {
        open += 1;
    }
}
contract Proxy {
    address internal immutable target;
    constructor() {
        target = address(new Shop(5));
    }
    fallback() external payable {
        address to = target;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let success := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(success) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}
`;

/** Test of Foundry. It has no links to other files but the contracts. */
export const FORGE_TEST = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
import "../src/Shop.sol";
contract ShopTest {
    function test_gas() public {
        Shop shop = new Shop(7);
        shop.buy{value: 3}(5);
        shop.buy(2);
        shop.buy(0);
        try shop.buy(95) {} catch {}
        shop.buy(Order(64, 1900));
        shop.clear(1900);
        shop.assemble();
        shop.price(6);
        (bool received, ) = address(shop).call{value: 9}("");
        (bool fellBack, ) = address(shop).call(hex"0102");
        require(received && fellBack);
        Proxy proxy = new Proxy();
        Shop(payable(address(proxy))).buy(4);
        Shop(payable(address(proxy))).clear(1901);
        new Shop(8);
    }
}
`;

/** Code without metadata, so that it does not depend on the tool that runs the compiler. */
export const SETTINGS = { evmVersion: 'cancun', optimizer: { enabled: false }, metadata: { appendCBOR: false } };

export const FOUNDRY_TOML = `[profile.default]
src = "src"
test = "test"
libs = []
optimizer = false
evm_version = "cancun"
cbor_metadata = false
bytecode_hash = "none"
`;

interface Output {
  readonly contracts: Readonly<Record<string, Readonly<Record<string, { evm: { bytecode: { object: string } } }>>>>;
}

/** Compiles the contracts as solc's standard JSON. */
export function compileShop(): { readonly input: object; readonly output: Output } {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode'] } };
  const sources = { 'src/Shop.sol': { content: SOURCE } };
  const input = { language: 'Solidity', sources, settings: { ...SETTINGS, outputSelection } };
  return { input, output: JSON.parse(solc.compile(JSON.stringify(input))) as Output };
}

export const SHOP_ABI = parseAbi([
  'struct Order { uint128 amount; uint64 until; }',
  'function buy(uint256 amount) payable',
  'function buy(Order order)',
  'function clear(uint256 until)',
  'function assemble() returns (uint256)',
  'function price(uint256 amount) view returns (uint256)',
]);

/** Request to a node. */
interface Request {
  readonly method: 'eth_sendTransaction' | 'eth_call';
  readonly params: readonly [object];
}

/** Returns what the test of Foundry sends, as requests of an account that has sent nothing. Gas limits are given. */
export function requestsOf(from: Hex, { output }: { readonly output: Output }): readonly Request[] {
  const requests: Request[] = [];
  let nonce = 0n;
  const send = (to: Hex | undefined, data: Hex, value = 0): void => {
    const transaction = {
      from,
      to,
      data,
      value: `0x${value.toString(16)}`,
      gas: to === undefined ? '0x400000' : '0x60000',
    };
    requests.push({ method: 'eth_sendTransaction', params: [transaction] });
    nonce++;
  };
  const deploy = (name: string, argument?: bigint): Hex => {
    const address = getContractAddress({ from, nonce });
    const args = argument === undefined ? '' : encodeAbiParameters(parseAbiParameters('uint256'), [argument]).slice(2);
    send(undefined, `0x${output.contracts['src/Shop.sol']?.[name]?.evm.bytecode.object}${args}`);
    return address;
  };
  const buy = (amount: bigint): Hex => encodeFunctionData({ abi: SHOP_ABI, functionName: 'buy', args: [amount] });
  const clear = (until: bigint): Hex => encodeFunctionData({ abi: SHOP_ABI, functionName: 'clear', args: [until] });
  const shop = deploy('Shop', 7n);
  send(shop, buy(5n), 3);
  send(shop, buy(2n));
  send(shop, buy(0n));
  send(shop, buy(95n));
  send(shop, encodeFunctionData({ abi: SHOP_ABI, functionName: 'buy', args: [{ amount: 64n, until: 1900n }] }));
  send(shop, clear(1900n));
  send(shop, encodeFunctionData({ abi: SHOP_ABI, functionName: 'assemble' }));
  const price = encodeFunctionData({ abi: SHOP_ABI, functionName: 'price', args: [6n] });
  requests.push({ method: 'eth_call', params: [{ from, to: shop, data: price }] });
  send(shop, '0x', 9);
  send(shop, '0x0102');
  const proxy = deploy('Proxy');
  send(proxy, buy(4n));
  send(proxy, clear(1901n));
  deploy('Shop', 8n);
  return requests;
}
