// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Implements a minimal ERC-20, whose whole supply belongs to one owner at first.
contract Token {
    error NotEnough(address owner, uint256 has, uint256 needs);
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address owner => uint256) public balanceOf;

    constructor(uint256 supply, address owner) {
        balanceOf[owner] = supply;
        emit Transfer(address(0), owner, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        uint256 has = balanceOf[msg.sender];
        if (has < value) revert NotEnough(msg.sender, has, value);
        balanceOf[msg.sender] = has - value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
