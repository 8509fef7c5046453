// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

contract Callee {
    event Called(address indexed sender, uint256 value);

    uint256 public total;

    function add(uint256 amount) external payable returns (uint256) {
        total += amount;
        emit Called(msg.sender, msg.value);
        return total;
    }

    function fail() external pure {
        revert("the callee fails");
    }
}

/// Makes each kind of call, and catches one that fails.
contract Caller {
    event Caught(string reason);

    uint256 public total;
    Callee public immutable callee = new Callee();

    constructor() payable {}

    function run() external payable returns (uint256 sum) {
        sum = callee.add{value: msg.value}(2);
        sum += callee.total();
        (bool ok, ) = address(callee).delegatecall(abi.encodeCall(Callee.add, (40)));
        require(ok, "the delegated call fails");
        try callee.fail() {} catch Error(string memory reason) {
            emit Caught(reason);
        }
        payable(msg.sender).transfer(1);
    }

    function runAndRevert() external {
        callee.add(1);
        callee.fail();
    }
}
