// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Token} from "./Token.sol";

/// Pays a fixed portion of its tokens to each caller, once.
contract Faucet {
    error AlreadyServed(address who);

    Token public immutable token;
    uint256 public immutable portion;
    mapping(address who => bool) public served;

    constructor(Token token_, uint256 portion_) {
        token = token_;
        portion = portion_;
    }

    function ask() external {
        if (served[msg.sender]) revert AlreadyServed(msg.sender);
        served[msg.sender] = true;
        token.transfer(msg.sender, portion);
    }
}
