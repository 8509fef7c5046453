// SPDX-License-Identifier: MIT
pragma solidity >=0.8.4;

error Locked(uint256 until, address by, string why);
error Plain();

library Checks {
    function positive(uint256 x) internal pure returns (uint256) {
        if (x < 7) revert Plain(); // @libraryRevert
        return x;
    }

    function linked(uint256 x) external pure returns (uint256) {
        require(x > 11, "linked says no"); // @linkedRequire
        return x;
    }
}

function halve(uint256 x) pure returns (uint256) {
    require(x % 2 == 0, "odd: \u00fc"); // @freeRequire
    return x / 2;
}

interface ITarget {
    function answer(uint256 x) external returns (uint256);
}

contract Target {
    uint256 public immutable limit;
    uint256[] public list;

    constructor(uint256 limit_) payable {
        require(limit_ != 13, "unlucky"); // @constructorRequire
        limit = limit_;
    }

    function answer(uint256 x) external returns (uint256) {
        if (x > limit) revert Locked(x, address(this), "too high"); // @targetRevert
        list.push(x);
        return x;
    }

    function nothing() external {}
}

abstract contract Base {
    function inherited(uint256 x) internal pure virtual returns (uint256) {
        require(x != 17); // @inheritedRequire
        return x;
    }
}

contract Failures is Base {
    address public owner = address(0xdead);
    uint8[] private items;
    Target public target;
    uint256 private sum;

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner"); // @modifierRequire
        _;
    }

    constructor() {
        target = new Target(100);
    }

    function requireReason(uint256 x) external {
        sum += x;
        require(x > 1000, "x is too small"); // @requireReason
    }

    function requireSilent(uint256 x) external {
        sum += x;
        require(x > 1000); // @requireSilent
    }

    function requireTwo(uint256 x) external {
        require(x != 3); // @requireTwoA
        sum += x;
        require(x != 5); // @requireTwoB
    }

    function custom(uint256 x) external {
        sum += x;
        if (x < 1000)
            revert Locked(x, msg.sender, "locked"); // @custom
    }

    function overflow(uint256 x) external {
        uint256 a = 3;
        sum = a - x; // @overflow
    }

    function divide(uint256 x) external {
        sum = 1000 / (x - 2); // @divide
    }

    function index(uint256 x) external {
        items.push(1);
        sum = items[x]; // @index
    }

    function asserts(uint256 x) external {
        sum += x;
        assert(x > 1000); // @asserts
    }

    function viaInternal(uint256 x) external {
        sum = middle(x) + 1; // @viaInternal
    }

    function middle(uint256 x) internal returns (uint256) {
        sum += 2;
        return inner(x * 2); // @middle
    }

    function inner(uint256 x) internal returns (uint256) {
        sum += 3;
        require(x > 1000, "inner"); // @inner
        return x;
    }

    function viaBase(uint256 x) external {
        sum = inherited(x); // @viaBase
    }

    function viaLibrary(uint256 x) external {
        sum = Checks.positive(x); // @viaLibrary
    }

    function viaLinked(uint256 x) external {
        sum = Checks.linked(x); // @viaLinked
    }

    function viaFree(uint256 x) external {
        sum = halve(x); // @viaFree
    }

    function guarded(uint256 x) external onlyOwner { // @guarded
        sum = x;
    }

    function viaTarget(uint256 x) external {
        sum = target.answer(x); // @viaTarget
    }

    function noCode(uint256) external {
        sum = ITarget(address(0x1234)).answer(2); // @noCode
    }

    function wrongTarget(uint256) external {
        sum = ITarget(address(new Returner())).answer(2); // @wrongTarget
    }

    function create(uint256 x) external {
        target = new Target(x); // @create
    }

    function caught(uint256 x) external {
        try target.answer(x) returns (uint256 y) {
            sum = y;
        } catch {
            revert Plain(); // @caught
        }
    }

    function survived(uint256 x) external {
        try target.answer(x) returns (uint256 y) {
            sum = y;
        } catch {
            sum = 5;
        }
        require(sum == 6, "after the catch"); // @survived
    }

    function lowLevel(uint256 x) external {
        (bool ok, ) = address(target).call(abi.encodeCall(target.answer, (x)));
        require(ok, "the call failed"); // @lowLevel
    }

    function inAssembly(uint256 x) external {
        sum += x;
        assembly {
            mstore(0, 0x11)
            revert(0, 0) // @inAssembly
        }
    }

    function endless(uint256 x) external {
        while (x > 0) sum += x; // @endless
    }

    function noValue(uint256 x) external { // @noValue
        sum = x;
    }

    function sendAway(uint256 x) external {
        payable(address(0x4321)).transfer(x); // @sendAway
    }
}

contract Returner {
    fallback() external {}
}

contract Floor {
    uint256 public immutable least;

    error TooLow(uint256 given, uint256 needed);

    constructor(uint256 x) {
        if (x == 13) revert TooLow(x, 14); // @floor
        least = x;
    }
}

contract House is Floor {
    constructor(uint256 x, string memory name) Floor(x) {
        require(bytes(name).length > 0, "a house needs a name"); // @house
    }
}
