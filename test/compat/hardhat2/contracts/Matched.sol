// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// Fails in every way that a matcher tells apart, and tells and pays what they look at.
contract Matched {
    error Custom(uint256 number, string text);
    error Bare();
    error Other();

    event Told(uint256 indexed number, string text, address who);
    event Silent();

    uint256 public touched;
    uint256[] private empty;
    mapping(address => uint256) public balanceOf;
    string public constant name = "Token";
    string public constant symbol = "TKN";

    constructor(bool fails) payable {
        require(!fails, "born to fail");
    }

    function tell(uint256 number, string calldata text) external {
        touched++;
        emit Told(number, text, msg.sender);
    }

    function fine() external {
        touched++;
    }

    function withReason() external {
        touched++;
        revert("why not");
    }

    function withoutReason() external {
        touched++;
        revert();
    }

    function withCustom() external {
        touched++;
        revert Custom(7, "seven");
    }

    function withBare() external {
        touched++;
        revert Bare();
    }

    function withAssert() external {
        touched++;
        assert(touched == 0);
    }

    function withOverflow() external {
        touched = type(uint256).max;
        touched++;
    }

    function withDivision() external {
        touched++;
        touched = 1 / empty.length;
    }

    function withIndex() external {
        touched++;
        touched = empty[touched];
    }

    function withInvalid() external {
        touched++;
        assembly {
            invalid()
        }
    }

    function withLoop() external {
        while (true) touched++;
    }

    function callsNobody() external {
        touched++;
        Matched(payable(address(0xdead))).touched();
    }

    function view_(bool fails) external view returns (uint256) {
        if (fails) revert Custom(touched, "view");
        return touched;
    }

    function pay(address payable to) external payable {
        to.transfer(msg.value);
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    receive() external payable {}
}
