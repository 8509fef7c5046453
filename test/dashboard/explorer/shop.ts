/** Compiles the contracts that tests of the explorer deploy. */
import { type CompiledContract, compileSolidity } from '../../support/solidity.js';

const SOURCE = `
pragma solidity ^0.8.20;

contract Till {
  error TooLittle(uint256 paid, uint256 price);
  uint256 public immutable price;
  uint256 public sales;
  event Sold(address indexed buyer, uint256 indexed amount, string note);

  constructor(uint256 price_) { price = price_; }

  function sell(address buyer, uint256 paid, string calldata note) external returns (uint256) {
    if (paid < price) revert TooLittle(paid, price);
    sales += 1;
    emit Sold(buyer, paid, note);
    return sales;
  }
}

contract Shop {
  Till public till;
  string public symbol = unicode"<img src=x onerror=document.title=1>\\u202ekcatta";
  event Bulk(bytes data);

  constructor(uint256 price) { till = new Till(price); }

  function buy(uint256 paid, string calldata note) external returns (uint256) {
    return till.sell(msg.sender, paid, note);
  }

  function fail() external pure { assert(false); }

  function bulk(uint256 size) external { emit Bulk(new bytes(size)); }

  function sum(uint256[] calldata values) external pure returns (uint256 total, bool even) {
    for (uint256 i = 0; i < values.length; i++) total += values[i];
    even = total % 2 == 0;
  }
}
`;

export const compileShop = (): Promise<CompiledContract> => compileSolidity(SOURCE, 'Shop');
export const compileTill = (): Promise<CompiledContract> => compileSolidity(SOURCE, 'Till');
