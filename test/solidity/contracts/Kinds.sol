// SPDX-License-Identifier: MIT
// Kinds of failures. `//#since` and `//#before` name the compilers that see the lines until `//#end`.
// The same line numbers under each of them – ümläuts and emoji 🙂 before the code move the bytes of the maps.
pragma solidity >=0.5.17;

import "./Parts.sol";

contract Local is Root { // @Local
    //#since 0.8.4
    error Locked(uint256 until, address by);
    error Plain();

    //#end
    enum Color {
        Red,
        Green
    }

    using Inner for uint256;

    uint256 internal sum;
    address public owner = address(0xdead);
    uint256[] public list; // @list
    mapping(uint256 => uint256[]) public lists; // @lists
    bytes internal data;
    Color internal color;
    function(uint256) internal pointer;
    //#since 0.6.5
    uint256 internal immutable bound;
    //#end

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner"); // @onlyOwner
        _;
    }

    modifier limited(uint256 x) {
        require(x < 40, "limited"); // @limited
        _;
    }

    modifier afterwards() {
        _;
        require(sum == 1, "afterwards"); // @afterwards
    }

    modifier asking(uint256 x) {
        refuse(x); // @asking
        _;
    }

    constructor() public {
        //#since 0.6.5
        bound = 66;
        //#end
        list.push(3);
    }

    function requireReason(uint256 x) public {
        sum += x;
        require(x > 1000, "too small"); // @requireReason
    }

    function requireSilent(uint256 x) external {
        sum += x;
        require(x > 1000); // @requireSilent
    }

    function requireCall(uint256 x) external {
        sum += x;
        require(isFine(x), "not fine"); // @requireCall
    }

    function isFine(uint256 x) internal view returns (bool) {
        return x > 1000 + sum;
    }

    function requireLines(uint256 x) external {
        sum += x;
        require( // @requireLines
            x > 1000,
            "on three lines"
        );
    }

    function requireSecond(uint256 x) external {
        require(x != 3, "three");
        sum += x;
        require(x != 5, "five"); // @requireSecond
        require(x != 6, "six");
    }

    function revertReason(uint256 x) external {
        sum += x;
        if (x < 1000) {
            revert("below a thousand"); // @revertReason
        }
        sum += 2;
    }

    function revertSilent(uint256 x) external {
        sum += x;
        if (x < 1000) {
            revert(); // @revertSilent
        }
        sum += 2;
    }

    function assertFails(uint256 x) external {
        sum += x;
        assert(x > 1000); // @assertFails
    }

    function inLoop(uint256 x) external {
        for (uint256 i = 0; i < 5; i++) {
            require(i != x, "in the loop"); // @inLoop
            sum += i;
        }
    }

    function ternary(uint256 x) external {
        sum = x > 5 ? refuse(x) : 0; // @ternary
    }

    function refuse(uint256 x) internal returns (uint256) {
        sum += 7;
        require(x > 1000, "refused"); // @refuse
        return x;
    }

    function indexList(uint256 x) external {
        sum = list[x]; // @indexList
    }

    function indexFixed(uint256 x) external {
        uint256[3] memory three = [x, sum, 2];
        sum = three[x]; // @indexFixed
    }

    function indexBytes(uint256 x) external {
        sum = uint8(data[x]); // @indexBytes
    }

    function divide(uint256 x) external {
        sum = 1000 / x; // @divide
    }

    function modulo(uint256 x) external {
        sum = 1000 % x; // @modulo
    }

    function enumOf(uint256 x) external {
        color = Color(x); // @enumOf
    }

    function popEmpty(uint256 x) external {
        lists[x].pop(); // @popEmpty
    }

    function callPointer(uint256 x) external {
        pointer(x); // @callPointer
    }

    //#since 0.8.0
    function overflow(uint256 x) external {
        sum = x + 2; // @overflow
    }

    function underflow(uint256 x) external {
        uint256 three = 3;
        sum = three - x; // @underflow
    }

    function product(uint256 x) external {
        sum = x * x; // @product
    }

    function overflowInside(uint256 x) external {
        sum = plusTwo(x); // @overflowInside
    }

    function plusTwo(uint256 x) internal returns (uint256) {
        sum += 1;
        return x + 2; // @plusTwo
    }

    function hugeMemory(uint256 x) external {
        uint256[] memory many = new uint256[](x); // @hugeMemory
        sum = many.length;
    }

    function decodeBool(uint256 x) external {
        bool yes = abi.decode(abi.encode(x), (bool)); // @decodeBool
        if (yes) sum = x;
    }

    function slice(bytes calldata input) external {
        sum = bytes(input[5:3]).length; // @slice
    }

    //#end
    function chain(uint256 x) external {
        sum = second(x) + 1; // @chain
    }

    function second(uint256 x) internal returns (uint256) {
        sum += 2;
        return third(x * 2); // @second
    }

    function third(uint256 x) internal returns (uint256) {
        sum += 3;
        require(x > 1000, "third"); // @third
        return x;
    }

    function recursion(uint256 x) external {
        sum = again(x); // @recursion
    }

    function again(uint256 x) internal returns (uint256) {
        if (x == 0) {
            revert("enough"); // @again0
        }
        return again(x - 1) + 1; // @again
    }

    function inherited(uint256 x) external {
        sum = rooted + Root.rootCheck(x); // @inherited
    }

    function rootCheck(uint256 x) internal override returns (uint256) {
        sum += 4;
        return super.rootCheck(x); // @rootCheckOver
    }

    function overridden(uint256 x) external {
        sum = rootCheck(x); // @overridden
    }

    function pick(uint256 x) external {
        sum = x;
    }

    function pick(uint256 x, uint256 y) external {
        sum = x;
        require(x == y, "not equal"); // @pick
    }

    function libraryInternal(uint256 x) external {
        sum = Inner.positive(x); // @libraryInternal
    }

    function libraryUsing(uint256 x) external {
        sum = x.positive(); // @libraryUsing
    }

    function libraryLinked(uint256 x) external {
        sum = Linked.linked(x); // @libraryLinked
    }

    //#since 0.7.1
    function freeFunction(uint256 x) external {
        sum = halve(x); // @freeFunction
    }

    //#end
    function guarded(uint256 x) external onlyOwner { // @guarded
        sum = x;
    }

    function guardedByTwo(uint256 x) external limited(3) rootOnly(x) { // @guardedByTwo
        sum = x;
    }

    function guardedByArgument(uint256 x) external limited(x) { // @guardedByArgument
        sum = x;
    }

    function guardedAfter(uint256 x) external afterwards { // @guardedAfter
        sum = x;
    }

    function guardedByCall(uint256 x) external asking(x) { // @guardedByCall
        sum = x;
    }

    function guardedBody(uint256 x) external limited(x) {
        sum = x;
        require(x > 1000, "in the body"); // @guardedBody
    }

    //#since 0.8.4
    function customError(uint256 x) external {
        sum += x;
        if (x < 1000) revert Plain(); // @customError
    }

    function customArguments(uint256 x) external {
        sum += x;
        if (x < 1000) revert Locked(x, msg.sender); // @customArguments
    }

    function customElsewhere(uint256 x) external {
        sum += x;
        if (x < 1000) revert Elsewhere(x, "far away"); // @customElsewhere
    }

    //#end
    //#since 0.8.27
    function requireCustom(uint256 x) external {
        sum += x;
        require(x > 1000, Locked(x, msg.sender)); // @requireCustom
    }

    //#end
    function inAssembly(uint256 x) external {
        sum += x;
        assembly {
            mstore(0, x)
            revert(0, 0) // @inAssembly
        }
    }

    function invalidInAssembly(uint256 x) external {
        sum += x;
        assembly {
            invalid() // @invalidInAssembly
        }
    }

    function endless(uint256 x) external {
        while (x > 0) sum += x; // @endless
    }

    function endlessInside(uint256 x) external {
        turn(x); // @endlessInside
    }

    function turn(uint256 x) internal {
        for (uint256 i = 0; i < x; i++) list.push(i); // @turn
    }

    //#since 0.6.5
    function immutableBound(uint256 x) external {
        sum += x;
        require(x > bound, "below the bound"); // @immutableBound
    }

    //#end
    function selfCall(uint256 x) external {
        this.requireReason(x); // @selfCall
    }

    function noValue(uint256 x) external { // @noValue
        sum = x;
    }

    function withString(string calldata text) external { // @withString
        sum = bytes(text).length;
    }

    function withColor(Color given) external { // @withColor
        color = given;
    }
}

contract Third {
    uint256 internal count;

    function refuse(uint256 x) external returns (uint256) {
        count += x;
        require(x > 2000, "third refuses"); // @ThirdRefuse
        return x;
    }
}

interface IBack {
    function back(uint256 x) external returns (uint256);
}

contract Other { // @Other
    //#since 0.8.4
    error TooHigh(uint256 given, uint256 most);

    //#end
    uint256 public count;
    uint256[] internal list;
    Third internal third;

    constructor() public payable {
        third = new Third();
    }

    function check(uint256 x) external returns (uint256) {
        count += x;
        require(x > 2000, "other says no"); // @check
        return x;
    }

    function checkSilent(uint256 x) external returns (uint256) {
        count += x;
        require(x > 2000); // @checkSilent
        return x;
    }

    //#since 0.8.4
    function checkCustom(uint256 x) external returns (uint256) {
        count += x;
        if (x < 2000) revert TooHigh(x, 2000); // @checkCustom
        return x;
    }

    //#end
    function checkIndex(uint256 x) external returns (uint256) {
        count += x;
        return list[x]; // @checkIndex
    }

    function forever(uint256 x) external {
        while (x > 0) count += x; // @forever
    }

    function deeper(uint256 x) external returns (uint256) {
        count += x;
        return third.refuse(x); // @deeper
    }

    function forth(uint256 x) external returns (uint256) {
        count += x;
        return IBack(msg.sender).back(x); // @forth
    }

    function plain(uint256 x) external { // @plain
        count = x;
    }

    function write(uint256 x) external returns (uint256) {
        count = x; // @write
        return x;
    }
}

interface ILess {
    function missing(uint256 x) external returns (uint256);

    function write(uint256 x) external view returns (uint256);

    function plain(uint256 x) external payable;
}

contract Nothing {
    fallback() external {}
}

contract Stubborn {
    uint256 internal count;

    //#since 0.6.0
    receive() external payable {
        revert("receives nothing"); // @receive
    }

    //#end
    fallback() external payable {
        count += 2;
        revert("falls back"); // @fallback
    }
}

contract Poor {
    uint256 internal count;

    fallback() external { // @Poor
        count += 2;
    }
}

contract Unlucky {
    uint256 public immutable limit;

    constructor(uint256 x) public payable {
        require(x != 13, "unlucky"); // @Unlucky
        limit = x;
    }
}

contract MakerOfUnlucky {
    Unlucky public made;

    constructor(uint256 x) public {
        made = new Unlucky(x); // @MakerOfUnlucky
    }
}

contract Calls is IBack { // @Calls
    Other public other;
    Stubborn public stubborn;
    Nothing public nothing;
    Unlucky public made;
    MakerOfUnlucky public makers;
    uint256 internal sum;

    constructor() public payable {
        other = new Other();
        stubborn = new Stubborn();
        nothing = new Nothing();
    }

    function calleeRequire(uint256 x) external {
        sum = other.check(x); // @calleeRequire
    }

    function calleeSilent(uint256 x) external {
        sum = other.checkSilent(x); // @calleeSilent
    }

    //#since 0.8.4
    function calleeCustom(uint256 x) external {
        sum = other.checkCustom(x); // @calleeCustom
    }

    //#end
    function calleeIndex(uint256 x) external {
        sum = 2 + other.checkIndex(x); // @calleeIndex
    }

    function calleeLines(uint256 x) external {
        sum = other.check( // @calleeLines
            x
        );
    }

    function calleeEndless(uint256 x) external {
        //#before 0.6.2
        other.forever.gas(50000)(x); // @calleeEndless
        //#end
        //#since 0.6.2
        other.forever{gas: 50000}(x); // @calleeEndless
        //#end
    }

    function calleeUnknown(uint256 x) external {
        sum = ILess(address(other)).missing(x); // @calleeUnknown
    }

    function calleeNotPayable(uint256 x) external {
        //#before 0.6.2
        ILess(address(other)).plain.value(3)(x); // @calleeNotPayable
        //#end
        //#since 0.6.2
        ILess(address(other)).plain{value: 3}(x); // @calleeNotPayable
        //#end
    }

    function noCode(uint256 x) external {
        sum = ILess(address(0x1234)).missing(x); // @noCode
    }

    function wrongReturn(uint256 x) external {
        sum = ILess(address(nothing)).missing(x); // @wrongReturn
    }

    function twoDeep(uint256 x) external {
        sum = other.deeper(x); // @twoDeep
    }

    function backAndForth(uint256 x) external {
        sum = other.forth(x); // @backAndForth
    }

    function back(uint256 x) external override returns (uint256) {
        sum += 2;
        require(x > 3000, "back again"); // @back
        return x;
    }

    function lowLevel(uint256 x) external {
        (bool ok, ) = address(other).call(abi.encodeWithSignature("check(uint256)", x));
        require(ok, "the call failed"); // @lowLevel
        sum = x;
    }

    function bubble(uint256 x) external {
        (bool ok, bytes memory output) = address(other).call(abi.encodeWithSignature("check(uint256)", x)); // @bubble
        if (!ok)
            assembly {
                revert(add(output, 32), mload(output))
            }
        sum = x;
    }

    function delegated(uint256 x) external {
        (bool ok, bytes memory output) = address(other).delegatecall(abi.encodeWithSignature("check(uint256)", x)); // @delegated
        if (!ok)
            assembly {
                revert(add(output, 32), mload(output))
            }
    }

    //#since 0.6.0
    function caught(uint256 x) external {
        try other.check(x) returns (uint256 y) {
            sum = y;
        } catch {
            revert("caught"); // @caught
        }
    }

    function caughtReason(uint256 x) external {
        try other.check(x) returns (uint256 y) { // @caughtReason
            sum = y;
        } catch Error(string memory reason) {
            revert(reason);
        }
    }

    function survived(uint256 x) external {
        try other.check(x) returns (uint256 y) {
            sum = y;
        } catch {
            sum = 5;
        }
        require(sum == 6, "after the catch"); // @survived
    }

    function tryNoCode(uint256 x) external {
        try ILess(address(0x2345)).missing(x) returns (uint256 y) { // @tryNoCode
            sum = y;
        } catch {
            sum = 5;
        }
    }

    function insideTry(uint256 x) external {
        try other.count() returns (uint256 y) {
            sum = y;
            require(x > 1000, "inside the try"); // @insideTry
        } catch {
            sum = 5;
        }
    }

    //#end
    function transferPoor(address payable to) external {
        to.transfer(5 ether); // @transferPoor
    }

    function sendPoor(address payable to) external {
        require(to.send(6 ether), "not sent"); // @sendPoor
    }

    function transferRefused(uint256 x) external {
        //#before 0.8.0
        address payable to = address(uint160(address(stubborn)));
        //#end
        //#since 0.8.0
        address payable to = payable(address(stubborn));
        //#end
        to.transfer(x); // @transferRefused
    }

    function valuePoor(uint256 x) external {
        //#before 0.6.2
        ILess(address(other)).plain.value(7 ether)(x); // @valuePoor
        //#end
        //#since 0.6.2
        ILess(address(other)).plain{value: 7 ether}(x); // @valuePoor
        //#end
    }

    function staticWrite(uint256 x) external {
        sum = ILess(address(other)).write(x); // @staticWrite
    }

    function precompile(uint256 x) external {
        (bool ok, bytes memory output) = address(8).call(abi.encode(x));
        if (!ok)
            assembly {
                revert(add(output, 32), mload(output)) // @precompile
            }
        sum = output.length;
    }

    function precompileRequired(uint256 x) external {
        (bool ok, ) = address(8).call(abi.encode(x));
        require(ok, "the pairing failed"); // @precompileRequired
        sum = x;
    }

    function precompileInterface(uint256 x) external {
        sum = ILess(address(8)).missing(x); // @precompileInterface
    }

    function stranger(address to) external {
        sum = ILess(to).missing(4); // @stranger
    }

    function create(uint256 x) external {
        made = new Unlucky(x); // @create
    }

    function createTwice(uint256 x) external {
        makers = new MakerOfUnlucky(x); // @createTwice
    }

    function createPoor(uint256 x) external {
        //#before 0.6.2
        made = (new Unlucky).value(8 ether)(x); // @createPoor
        //#end
        //#since 0.6.2
        made = new Unlucky{value: 8 ether}(x); // @createPoor
        //#end
    }
}

contract Proxy {
    address internal target;

    constructor(address target_) public {
        target = target_;
    }

    fallback() external payable {
        address to = target;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), to, 0, calldatasize(), 0, 0) // @proxy
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) {
                revert(0, returndatasize())
            }
            return(0, returndatasize())
        }
    }
}

contract Floor {
    uint256 public least;

    constructor(uint256 x) public {
        require(x != 13, "the floor"); // @Floor
        least = x;
    }
}

contract House is Floor {
    constructor(uint256 x, uint256 y) public Floor(x) {
        require(y > x, "a small house"); // @House
    }
}

contract FarHouse is RootMaker { // @FarHouse
    constructor(uint256 x) public RootMaker(x) {}
}

contract Bare { // @Bare
    uint256 public value = 2;
}

contract NotPayable {
    uint256 public value;

    constructor(uint256 x) public { // @NotPayable
        value = x;
    }
}

contract Built {
    uint256 public value;

    constructor(uint256 x) public {
        value = build(x); // @Built
    }

    function build(uint256 x) internal pure returns (uint256) {
        require(x != 23, "not built"); // @build
        return x;
    }
}

contract Guarded {
    uint256 public value;

    modifier fitting(uint256 x) {
        require(x != 24, "does not fit"); // @fitting
        _;
    }

    constructor(uint256 x) public fitting(x) { // @Guarded
        value = x;
    }
}

contract Initial {
    uint256[] internal list;
    uint256 public value = list[2]; // @Initial
}

contract Asserting {
    uint256 public value;

    constructor(uint256 x) public {
        assert(x != 26); // @Asserting
        value = x;
    }
}

contract Asking {
    uint256 public value;

    constructor(Other other, uint256 x) public {
        value = other.check(x); // @Asking
    }
}

contract Large {
    constructor(uint256 x) public {
        assembly {
            return(0, x) // @Large
        }
    }
}

contract Tired {
    uint256 public value;

    constructor(uint256 x) public {
        while (x > 0) value += x; // @Tired
    }
}
