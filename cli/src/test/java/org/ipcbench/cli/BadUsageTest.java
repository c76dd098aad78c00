package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.cli.job.JavaHome;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad usage is answered in one line that names the argument and what is allowed. */
class BadUsageTest {
    /** As long as Linux lets one argument be, nearly. */
    private static final int ENDLESS = 120_000;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # arguments         | names          | says what is allowed
            abc                 | 'abc'          | a number of GB (2^30 bytes) greater than 0
            1e3                 | totalGB        | such as 2 or 0.25
            0                   | totalGB        | greater than 0
            0.0                 | '0.0'          | greater than 0
            0.0000000001        | '0.0000000001' | greater than 0
            -1                  | '-1'           | greater than 0
            -0.5                | '-0.5'         | greater than 0
            1048577             | '1048577'      | up to 1048576
            latncy              | 'latncy'       | is not a command, did you mean 'latency'? Allowed: throughput, latency
            lat                 | 'lat'          | did you mean 'latency'?
            NaN                 | 'NaN'          | a number of GB
            1 abc               | packageSizes   | a size from 1 byte to 1 GiB
            1 0                 | packageSizes   | between 1 byte and 1 GiB
            1 -5                | '-5'           | between 1 byte and 1 GiB
            1 1073741825        | '1073741825'   | between 1 byte and 1 GiB
            1 99999999999999999999 | packageSizes | between 1 byte and 1 GiB
            1 1.5               | '1.5'          | a size from 1 byte to 1 GiB
            1 4X                | '4X'           | such as 64, 4K or 1M
            1 4096,,8           | '4096,,8'      | separate values by single commas
            1 4096,             | '4096,'        | separate values by single commas
            1 64,64             | '64,64'        | give each value once
            1 1024,1K           | '1024,1K'      | give each value once
            1 64..256,128       | '64..256,128'  | give each value once
            1 64..              | packageSizes   | '64..' lacks an end; give the smallest and the largest size
            1 128..64           | '128..64'      | give the smaller size first
            1 64 abc            | iterations     | a whole number from 1 to 10000
            1 64 0              | iterations     | between 1 and 10000
            1 64 -3             | '-3'           | between 1 and 10000
            1 64 1.5            | '1.5'          | a whole number from 1 to 10000
            1 64 10001          | '10001'        | between 1 and 10000
            1 64 1 5            | '5'            | at most 3 arguments
            1 64 1 -5           | '-5'           | greater than 0
            frobnicate          | 'frobnicate'   | is not a command. Allowed: throughput, latency
            throughput extra    | 'extra'        | takes no arguments, only options
            list transports     | 'transports'   | list: takes no arguments, only options
            report one two      | 'two'          | report: takes at most 1 argument; remove
            --frobnicate        | '--frobnicate' | --help
            throughput -x       | '-x'           | --help
            --timeout 60        | '--timeout'    | a time with its unit (ns, us, ms, s, m, h), such as 30s; did you mean '60s'?
            --timeout 1s        | '--timeout'    | must be between 2s and 24h
            --timeout 25h       | '--timeout'    | must be between 2s and 24h
            --timeout 0s        | '--timeout'    | must be between 2s and 24h
            --timeout -5s       | '-5s'          | must be between 2s and 24h
            --timeout 5 weeks   | '--timeout'    | a time with its unit
            --timeout 99999h    | '--timeout'    | must be between 2s and 24h
            --warmup soon       | '--warmup'     | a time with its unit
            --timeout           | '--timeout'    | Expected parameter
            throughput --clients 0 | '--clients'   | between 1 and 1000000
            throughput --clients 1000001 | '--clients' | between 1 and 1000000
            throughput -t uds --clients 1M --client-threads | a process may have | needs at least 2000018; raise the hard limit
            throughput --clients 1,x | '--clients' | a whole number from 1 to 1000000
            latency --clients 4,4 | '--clients'    | give each value once
            latency --clients 4 -n 3 | '--clients' | 4 clients cannot share 3 messages; give at least as many messages as clients
            throughput --server-model epoll | '--server-model' | threads, virtual, selector, queue
            block --clients 2   | '--clients'    | --help
            --placement here    | '--placement'  | unpinned, same-cpu, split-cpu, same-node
            --placement samecpu | '--placement'  | 'samecpu', did you mean 'same-cpu'? Allowed: unpinned
            --placement cpu:0   | 'cpu:0'        | cpu:C,S
            --placement unpinned,here | 'here'     | cross-node
            --placement unpinned,unpinned | '--placement' | give each once
            --placement cpu:99999,99999 | CPU 99999 | one of those that this process may use
            --jvm /nowhere      | '--jvm'        | give a Java home directory
            --jvm /proc         | '--jvm'        | give a Java home directory
            throughput -t sysv-mq --jvm-args=-Dipcbench.native=jna | -Dipcbench.native=jna | allowed are foreign and jnr
            latency -t memfd --parts 200 | '--parts' | must be between 1 and 128
            latency -t mmap-file --vary jvm-args=-Xint,-Dipcbench.mmap-file.msync=on | -Dipcbench.mmap-file.msync=on | must be true or false
            latency -t mmap-file --jvm-args=-Dipcbench.mmap-file=/nowhere | -Dipcbench.mmap-file=/nowhere | /nowhere is not a directory
            latency --codec xml | '--codec'      | 'xml' is not the name of a codec. Allowed: raw, json, json:text, protobuf, protobuf:text, sbe, sbe:text
            latency --codec jsn | '--codec'      | did you mean 'json'?
            latency --codec raw,raw | '--codec'  | give each value once
            throughput --codec json | '--codec'  | --help
            latency --sides one | 'one'          | must be one of processes, threads
            latency --listener two | 'two'       | must be own, one, or one:N with a queue for N clients
            latency --listener one:0 | '0'       | must be between 1 and 1000000
            latency --program "x | '"x'         | lacks a closing
            latency --parent-heap 4X | '4X'      | such as
            latency --relay '' | '--relay'       | must be none, c, or a command with {in}, where it listens, and {out}
            latency --relay socat | 'socat'      | must be none, c, or a command with {in}, where it listens, and {out}
            latency --relay a\tb{in}{out} | 'a?b{in}{out}' | must be one line without control characters
            latency --relay nginx{file} | {file} | name a template
            latency --relay c,c | '--relay'      | give each value once
            latency --relay c --relay-hops 9 | '--relay-hops' | must be between 1 and 8
            latency --relay-hops 2 | --relay-hops | add --relay c
            latency --idle -1   | '-1'           | must be between 0 and 1000000
            latency -t posix-mq --vary jvm-args=-Xint,-Dipcbench.native=x | -Dipcbench.native=x | allowed are foreign and jnr
            throughput --vary gc=a,b | '--vary'  | 'gc' cannot be varied. Allowed: jvm=A,B, jvm-args=A,B, jar=A,B
            latency --vary jvm-arg=a,b | '--vary' | did you mean 'jvm-args'?
            block --vary jvm    | '--vary'       | 'jvm' lacks values, such as jvm=A,B
            throughput --vary jvm-args=-Xint | '--vary' | has one value; give two or more to compare
            throughput --vary jvm-args=-Xint,-Xint | '--vary' | give each value once
            throughput --vary jvm=/proc,/ | '--vary' | '/proc' contains no bin/java
            throughput --vary jar=pom.xml,a | 'pom.xml' | is not a jar
            throughput --vary jvm-args=-Da=1,-Da=2 --vary jvm-args=-Da=1,-Da=3 | '--vary' | should be specified only once
            --locale tlh        | 'tlh'          | de, en
            --export xml        | '--export'     | 'xml' is not a format. Allowed: markdown, json, csv, xlsx, hgrm, bmf, github-benchmark
            --export jsn        | '--export'     | did you mean 'json'?
            --export json,,csv  | '--export'     | separate values by single commas
            --export json,json  | '--export'     | give each value once
            --label host        | 'host'         | has no '='; give key=value, such as host=node7
            --label =a          | '--label'      | cannot be a key; give up to 32 letters, digits, '.', '-' and '_', a letter first
            --label a=          | '--label'      | give 1 to 100 printable characters
            latency --label a=1 --label a=2 | '--label' | 'a' is given twice; give each key once
            --precision 0       | '--precision'  | '0' must be between 0.1% and 50%
            --precision 0%      | '--precision'  | '0%' must be between 0.1% and 50%
            --precision 200%    | '--precision'  | '200%' must be between 0.1% and 50%
            --precision -5%     | '--precision'  | '-5%' must be between 0.1% and 50%
            --precision fine    | '--precision'  | 'fine' is not a percentage from 0.1% to 50%, such as 5%
            latency --precision 5ms | '--precision' | '5ms' is not a percentage
            block --precision 5% --max-time 0s | '--max-time' | --precision needs time; give a longer one
            latency --max-time 721h | '--max-time' | must be between 0s and 720h
            --placement default | '--placement' | 'default' is now called 'unpinned'
            --precision 5% --max-time 10 | '--max-time' | did you mean '10s'?
            latency --placement unpinned --precision 5% --max-time 2s | '--max-time' | a round takes about
            transfer pom.xml --precision 5% | '--precision' | --help
            latency --no-baseline | '--no-baseline' | --help
            --ignore noise      | '--ignore'     | 'noise' is not a reason. Allowed: failed-iterations,
            latency --ignore wode | '--ignore' | 'wode', did you mean 'wide'? Allowed: failed-iterations,
            --ignore spread     | '--ignore'     | 'spread' is called 'wide' now
            latency --ignore Drift | '--ignore'  | 'Drift' is called 'warm-up' now
            --ignore failed     | '--ignore'     | 'failed', did you mean 'failed-iterations'?
            --ignore wide,      | '--ignore'     | separate values by single commas
            transfer pom.xml --ignore wide,wide | '--ignore' | give each value once
            --seed one          | '--seed'       | 'one' is not a whole number from -9223372036854775808 to
            load                | '--rate=LIST'  | Missing required option
            fail --event crash  | '--event'      | 'crash' is not an event. Allowed: kill, stop, close, silent
            fail --event nobody:kill | '--event'  | 'nobody' must be server or client
            fail --event kill,server:kill | '--event' | has server:kill twice; give each value once
            fail --duration 1ms | '--duration'   | must be between 100ms and 20s
            fail --rate 1M      | '--rate'       | 1000000 must be at most 100000
            fail --rate auto    | '--rate'       | auto is for load; give a rate
            publish --slow 5    | '--slow'       | 5 of 4 subscribers cannot be slow; give more --subscribers
            publish --slow 1xfast | '--slow'     | 'fast' is not a number of subscribers and their time for a message, such as 1x1ms
            publish --when-full drop | '--when-full' | 'drop', did you mean 'drop-oldest'? Allowed: block, drop-oldest, drop-newest
            publish --when-full block:3 | '--when-full' | a publisher that waits has no queue
            publish --subscribers 65 | '--subscribers' | 65
            publish --rate 2M   | '--rate'       | 2000000 must be at most 1000000
            fail --heartbeat 1ms | '--heartbeat' | must be between 10ms and 20s
            fail --heartbeat 1s --duration 2s | '--heartbeat' | 2 missed beats of 1000 ms do not fit into --duration
            advise -s 64 --rate 1K --p99 1ms --notice-death 10ms | '--notice-death' | must be between 1s and 20s
            load --rate 0       | '--rate'       | '0' must be between 1 and 1000000000 messages a second
            load --rate 1001M   | '--rate'       | '1001M' must be between 1 and 1000000000 messages a second
            load --rate fast    | '--rate'       | 'fast' is not a rate from 1 to 1000000000 messages a second, such as 10K or 1M, or auto
            advise -s 64 --rate auto --p99 1ms | '--rate' | 'auto' is not a rate from 1 to 1000000000 messages a second, such as 10K or 1M
            latency --work 1ms,1000us | '--work' | '1ms,1000us' has 1000 us of work twice; give each value once
            load --rate 1K,auto | '--rate'       | '1K,auto' has rates beside auto; give rates, or auto alone
            load --rate 1K,1000 | '--rate'       | give each value once
            load --rate 1K -s 8 | '--sizes'      | 8 bytes have no room for the time that a message carries; give 16 bytes or more
            load --rate 5 --duration 100ms | '--duration' | 5 messages a second have no message in 100 ms; give 200 ms or more
            load --rate auto --duration 500ms | '--duration' | 500 ms are 500 messages at 1000 a second, the lowest rate of --rate auto, but p99 needs 1000; give 1000 ms or more
            latency --fail-on slower:5% | '--fail-on' | compares variants; give --vary, or compare runs (command compare)
            latency --plan      | '--plan'       | plans a run with a gate; give --vary and --fail-on
            latency --remote-java java | '--remote-java' | is for peers behind a prefix; give --server-via, --client-via or --vary via
            latency --server-via x --remote-java java: | '--remote-java' | 'java:' is not of the form java or java:/path/of.jar
            latency --server-via x --remote-java :a.jar | '--remote-java' | ':a.jar' is not of the form java or java:/path/of.jar
            latency --plan --vary jvm-args=,-Xint | '--plan' | plans a run with a gate; give --vary and --fail-on
            advise --size 64 --rate 1K --p99 1ms --plan --vary jvm-args=,-Xint --fail-on slower:5% | '--plan' | plan latency or load
            latency --vary jvm-args=,-Xint --fail-on slower:5% --max-time 2s | '--max-time' | a round takes about
            latency --fail-on slow:5% --vary jvm-args=,-Xint | '--fail-on' | 'slow:5%' must be slower:5%, p99-slower:20% or missing
            load --rate 1K --p99 200us | '--p99' | bounds the search of --rate auto, not given rates; give --rate auto, or omit --p99
            load --rate auto --p99 0 | '--p99'   | '0' is not a time with its unit
            load --rate auto --p99 0us | '--p99' | must be between 1ns and 720h
            load --rate auto --p99 200 | '--p99' | did you mean
            load --rate 1K --arrivals burst:1 | '--arrivals' | constant, poisson or burst:N with N from 2 to 100000
            load --rate 1K --pacing nap | '--pacing' | 'nap' is not one of spin, sleep
            load --rate auto --clients 4 --arrivals burst:1000 | '--duration' | 1000 messages a second have no burst of 1000 messages for each of 4 clients in 2000 ms; give 4000 ms or more
            load --rate 100 --arrivals burst:1000 | '--duration' | 100 messages a second have no burst of 1000 messages in 2000 ms; give 10000 ms or more
            load --rate 1K --clients 4 --arrivals burst:1000 | '--duration' | 1000 messages a second have no burst of 1000 messages for each of 4 clients in 2000 ms; give 4000 ms or more
            load --rate 5 --clients 4 --duration 500ms | '--duration' | 5 messages a second have no message for each of 4 clients in 500 ms; give 800 ms or more
            load --rate 1K --clients 0 | '--clients' | between 1 and 1000000
            load --rate 1K -n 5 | '-n'           | --help
            throughput -n 0     | '--count'      | between 1 and 1000000000000
            throughput -n -5    | '-5'           | between 1 and
            throughput -n 5kk   | '5kk'          | a whole number from 1 to 1000000000000, such as 5 or 50k
            throughput -i 0     | '--iterations' | between 1 and 10000
            throughput -s 0     | '--sizes'      | between 1 byte and 1 GiB
            throughput --total 0 | '--total'     | between 1 byte and 1024T
            throughput --total 2X | '--total'    | such as 2G
            throughput --total 2 | '--total'     | '2' is less than one message of 4096 bytes; did you mean '2G'?
            throughput --total 1K -s 64,64K | '--total' | '1K' is less than one message of 65536 bytes
            throughput --duration 0s | '--duration' | must be between 1ns and 720h
            throughput --duration 5 | '--duration' | did you mean '5s'?
            throughput -n 1 --count 2 | [-n=N | --duration=TIME | --total=SIZE] | should be specified only once
            throughput --buffer 4K..1T | '1T'    | between 1 byte and 1 GiB
            throughput --buffer ..1M | '..1M'    | lacks an end; give the smallest and the largest size
            throughput -o=      | '--output'     | give a writable directory, or the name of a new one
            throughput -o pom.xml | 'pom.xml'    | give a writable directory, or the name of a new one
            throughput -o pom.xml/below | 'pom.xml/below' | give a writable directory with at least
            -o pom.xml/below    | '--output'     | pom.xml is not a directory
            --tarnsports tcp    | '--tarnsports' | Unknown option: '--tarnsports', did you mean '--transports'?
            throughput --tarnsports=tcp | '--tarnsports=tcp' | did you mean '--transports'?
            throughput --transport tcp | '--transport' | did you mean '--transports'?
            -s 4K               | '-s'           | Unknown option
            latency --serve selector | '--serve' | Unknown option: '--serve', did you mean '--server-model'?
            --accept=spread     | '--accept=spread' | did you mean '--ignore'?
            -5 tcp              | '-5'           | greater than 0
            throughput -n 1 --total 1G      | --count=N, --total=SIZE     | specify only one
            throughput -n 1 --duration 1s   | --count=N, --duration=TIME  | specify only one
            throughput --total 1G --duration 1s | --duration=TIME, --total=SIZE | specify only one
            --payload some      | '--payload'    | 'some' is not one of touched, full, header
            --buffer 0          | '--buffer'     | between 1 byte and 1 GiB
            --buffer 64K,64K    | '--buffer'     | give each value once
            latency --spin -1us | '--spin'       | '-1us' must be between 0 and 1s
            latency --spin x    | '--spin'       | 'x' is not 0 or a time with its unit (ns, us, ms), such as 10us
            latency --spin 10   | '--spin'       | '10' is not 0 or a time with its unit
            latency --spin 2s   | '--spin'       | '2s' must be between 0 and 1s
            latency --socket cork | '--socket'   | 'cork' must be one of nodelay, nagle, quickack, nagle+quickack
            latency --scheduler fifo | '--scheduler' | 'fifo' is not one of other, batch, or fifo:N or rr:N with a priority from 1 to 99
            latency --scheduler rr:0 | '--scheduler' | rr has a priority from 1 to 99, not 0
            latency --work touch:1 | '--work' | '1' must be between 64 bytes and 32M
            latency --writes 3  | '--writes'     | '3' must be 1, or 2 for header and body apart
            --spin 0,10us,10000ns | '--spin'     | give each value once
            latency -n 0        | '--count'      | between 1 and
            latency --total 1G  | '--total'      | --help
            latency --answer 0  | '--answer'     | '0' must be between 1 byte and 1 GiB
            latency --answer 64,64 | '--answer'  | give each value once
            latency --answer    | '--answer'     | Expected parameter
            throughput --answer 64 | '--answer'  | Unknown option: '--answer'
            latency --in-flight 0 | '--in-flight' | '0' must be between 1 and 100000
            latency --in-flight -1 | '--in-flight' | '-1' must be between 1 and 100000
            latency --in-flight 8,8 | '--in-flight' | give each value once
            latency --in-flight all | '--in-flight' | 'all' is not a whole number from 1 to 100000
            load --rate 1K --sizes mix: | '--sizes'  | 'mix:' lacks its file, such as mix:sizes.txt
            load --sizes trace: | '--sizes'          | 'trace:' lacks its file, such as trace:sizes.txt
            load --rate 1K --sizes mix:. | '--sizes' | '.' is a directory; give a text file
            load --rate 1K --sizes lognormal: | '--sizes' | 'lognormal:' is not lognormal:MEDIAN,SIGMA, such as lognormal:1K,1
            load --rate 1K --sizes mix:/dev/zero | '--sizes' | '/dev/zero' is larger than 16 MiB; give a text file
            load --sizes trace:nowhere | '--sizes'   | 'nowhere' not found
            load --rate 1K --in-flight 0 | '--in-flight' | '0' must be between 1 and 100000
            load --rate 1K --in-flight 1,100001 | '--in-flight' | '100001' must be between 1 and 100000
            advise -s 64 --rate 1K --p99 1ms --in-flight 0 | '--in-flight' | '0' must be between 1 and 100000
            advise -s 64 --rate 1K --p99 1ms --in-flight 1,8 | '--in-flight' | '1,8' is not a whole number from 1 to 100000
            load --rate 1K --work 2 | '--work'   | '2' is not 0 or a time with its unit
            throughput --in-flight 8 | '--in-flight' | Unknown option: '--in-flight'; --in-flight is an option of latency, load, advise
            latency --leave-out spinning | '--leave-out' | Unknown option: '--leave-out'; --leave-out is an option of advise
            advise -s 64 --rate 1K --p99 1ms --blocking-only | '--blocking-only' | Unknown option: '--blocking-only', did you mean '--leave-out'?
            latency --size 0    | '--sizes'      | '0' must be between 1 byte and 1 GiB
            load --rate auto --p99 500 | '--p99' | '500' is not a time with its unit (ns, us, ms, s, m, h); did you mean '500us'?
            help bogus          | 'help bogus'   | is not a command
            help 2              | 'help 2'       | is not a command
            latency --work fast | '--work'       | 'fast' is not 0 or a time with its unit, such as 50us, a sleep, such as sleep:1ms, or memory, such as touch:256K
            latency --work 50   | '--work'       | '50' is not 0 or a time with its unit
            latency --work -5us | '--work'       | '-5us' must be between 1us and 100ms
            latency --work 999ns | '--work'      | '999ns' must be between 1us and 100ms
            latency --work sleep:1s | '--work'   | must be between 1us and 100ms
            latency --work sleep: | '--work'     | is not 0 or a time
            latency --work 1ms,1000us | '--work' | give each value once
            reproduce extra     | 'extra'        | takes no arguments, only options
            reproduce -s 64     | '-s'           | --help
            reproduce -i 0      | '--iterations' | between 1 and 10000
            reproduce -n 5      | '-n'           | --help
            latency -n 1 --duration 1s | --count=N, --duration=TIME | specify only one
            -t @/tmp            | '--transports' | '@/tmp'; allowed: tcp
            -t @pom.xml         | '--transports' | '@pom.xml'; allowed: tcp
            @pom.xml            | '@pom.xml'     | a number of GB
            transfer @/tmp      | FILE           | '@/tmp' not found
            --dry-run latency   | '--dry-run'    | '--dry-run' belongs after 'latency'
            -o data -t tcp throughput | '-o'     | '-o' belongs after 'throughput'
            --transports=tcp block -t uds | '--transports' | '--transports' belongs after 'block'
            -t nonsense latency | '-t'           | '-t' belongs after 'latency'
            -tnonsense latency  | '--transports' | belongs after 'latency'
            --no-progress reproduce | '--no-progress' | '--no-progress' belongs after 'reproduce'
            1 64 throughput     | '1'            | stands before 'throughput', which does not take it
            """, quoteCharacter = '"')
    void wrongArgumentIsRefusedInOneLine(String arguments, String argument, String allowed) {
        Console console = Console.dry(arguments.split(" "));

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.out()).isEmpty();
        assertThat(console.err())
                .singleElement()
                .asString()
                .startsWith("ipcbench")
                .contains(argument, allowed, "--help");
    }

    /** The JVM would be chosen twice. */
    @Test
    void variedJvmsExcludeAChosenOne() throws IOException {
        Path home = Path.of(System.getProperty("java.home"));
        Path other = JavaHome.install(directory, "other", "99");

        Console console = Console.dry(
                "throughput", "-t", "tcp", "--jvm", home.toString(), "--vary", "jvm=%s,%s".formatted(home, other));

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err())
                .singleElement()
                .asString()
                .contains("'--vary': varies the JVM, which --jvm chooses; omit --jvm");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -t tcp,uds                   | '--transports' | 'tcp,uds' is not one transport
            -t classic                   | '--transports' | 'classic' is not one transport
            -t interactive               | '--transports' | give the id of one
            -t tcpp                      | '--transports' | did you mean 'tcp'?
            --transports tcpp            | '--transports' | did you mean 'tcp'?
            --transport tcpp             | '--transports' | did you mean 'tcp'?
            --placement unpinned,same-cpu | '--placement' | interactive takes one
            --placement here             | '--placement' | unpinned, same-cpu, split-cpu
            --buffer 4K,8K               | '--buffer'    | interactive takes one
            -n 1 --duration 1s           | --count=N, --duration=TIME | specify only one
            --timeout 1s                 | '--timeout'   | must be between 2s and 24h
            --output here                | '--output'    | --help
            64                           | '64'          | takes no arguments, only options
            """, quoteCharacter = '"')
    void interactiveTakesOneTransportAndOnePlacement(String arguments, String argument, String allowed) {
        Console console = Console.of(("interactive " + arguments).split(" "));

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.out()).isEmpty();
        assertThat(console.err())
                .singleElement()
                .asString()
                .startsWith("ipcbench interactive")
                .contains(argument, allowed, "--help");
    }

    @Test
    void optionBeforeACommandThatLacksItIsNotSentBehindTheCommand() {
        Console console = Console.of("--seed", "3", "list");

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.out()).isEmpty();
        assertThat(console.err())
                .singleElement()
                .asString()
                .contains("'--seed' stands before 'list', which does not take it", "ipcbench list --help");
    }

    /** A plugin decides which transports there are, for every command. */
    @Test
    void pluginMayStandBeforeACommand() {
        TransportRegistry registry = new TransportRegistry(List.of(ListedTransport.of("string")));

        assertThat(Console.of(registry, "--plugin", "string.jar", "throughput", "-t", "string", "--dry-run")
                        .exitCode())
                .isZero();
    }

    @Test
    void interactiveRefusesATransportThatIsUnavailable() {
        TransportRegistry registry = new TransportRegistry(
                List.of(ListedTransport.absent("radio", "no antenna", "install one"), ListedTransport.of("string")));

        Console absent = Console.of(registry, "interactive", "-t", "radio");
        assertThat(absent.exitCode()).isEqualTo(1);
        assertThat(absent.out()).isEmpty();
        assertThat(absent.err()).containsExactly("radio: no antenna; install one");

        Console bufferless = Console.of(registry, "interactive", "-t", "string", "--buffer", "4K");
        assertThat(bufferless.exitCode()).isEqualTo(1);
        assertThat(bufferless.err()).singleElement().asString().startsWith("string: has no configurable buffer");

        Console undecided = Console.of(registry, "interactive");
        assertThat(undecided.exitCode()).isEqualTo(2);
        assertThat(undecided.err()).singleElement().asString().contains("'--transports'", "give the id of one");
    }

    @ParameterizedTest
    @CsvSource({"fifoo, fifo", "UDSs, uds", "zmqq, zmq", "clasic, classic", "posix, posix-mq"})
    void unknownTransportIsRefusedWithTheNearestName(String unknown, String meant) {
        Console console = Console.dry("-t", "tcp," + unknown);

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.out()).isEmpty();
        assertThat(console.err())
                .singleElement()
                .asString()
                .contains(
                        "--transports",
                        "'" + unknown + "', did you mean '" + meant + "'?",
                        "Allowed: tcp, fifo, ",
                        "all");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"''", "tcp,,uds", "tcp,tcp", "tcp,TCP", "tcp,", "'tcp, tcp'"})
    void transportListWithGapsOrRepetitionsIsRefused(String list) {
        Console console = Console.dry("-t", list);

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err()).singleElement().asString().contains("--transports", "'" + list + "'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-t nonsense%n       | unknown transport",
                "--jvm /no%nwhere    | give a Java home directory",
                "--locale d%ne       | de, en",
                "1 64%n128           | a size from 1 byte to 1 GiB",
                "1 64 1 %n           | at most 3 arguments",
                "a%nword             | greater than 0",
                "--no%nsuch          | --help"
            })
    void messageContainsNoLineEndsOfArguments(String arguments, String allowed) {
        Console console = Console.dry(arguments.formatted().split(" "));

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err()).singleElement().asString().contains(allowed);
    }

    static Stream<List<String>> endless() {
        return Stream.of(
                List.of("throughput", "-n", "9".repeat(ENDLESS)),
                List.of("throughput", "-n", "9".repeat(ENDLESS) + "?"),
                List.of("throughput", "-n", "1." + "0".repeat(ENDLESS)),
                List.of("latency", "--precision", "1".repeat(ENDLESS) + "?"),
                List.of("9".repeat(ENDLESS) + "?"),
                List.of("-t", "x".repeat(ENDLESS)),
                List.of("-t", "tcp,".repeat(ENDLESS / 4)),
                List.of("x".repeat(ENDLESS)),
                List.of("--" + "x".repeat(ENDLESS)),
                List.of("--plugin", "x".repeat(ENDLESS)),
                List.of("-o", "pom.xml/" + "x".repeat(ENDLESS)));
    }

    /** As where a shell puts a whole file in the argument's place. */
    @ParameterizedTest
    @MethodSource("endless")
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void endlessArgumentIsRefusedSoonAndInAShortLine(List<String> arguments) {
        Console console = Console.dry(arguments.toArray(String[]::new));

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err()).singleElement().asString().hasSizeLessThan(1_200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-o", "transfer", "transfer pom.xml --to", "--jvm", "--plugin"})
    void nameThatTheLocaleCannotExpressIsRefusedWithTheRemedy(String option) {
        String beyondEveryEncoding = "gr\ud800sse";

        Console console = Console.dry((option + " " + beyondEveryEncoding).split(" "));

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err())
                .singleElement()
                .asString()
                .contains("cannot be a file name in this locale", "LC_ALL=C.UTF-8")
                .doesNotContain("Exception");
    }

    @Test
    void listsThatMultiplyToTooManyCellsAreRefused() {
        String sizes =
                IntStream.rangeClosed(1, 5_000).mapToObj(Integer::toString).collect(Collectors.joining(","));

        Console console = Console.dry("throughput", "-t", "tcp", "-s", sizes, "--buffer", "1..1G");

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err())
                .singleElement()
                .asString()
                .contains("make 155000 cells; give fewer, at most 20000 cells are possible");
    }

    @Test
    void traceIsRefusedWithTheLineThatGoesBackwards() throws IOException {
        Path trace = Files.writeString(directory.resolve("trace.txt"), "0.000 500\n0.002 500\n0.001 20480\n");

        Console console = Console.of("load", "--sizes", "trace:" + trace);

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err())
                .singleElement()
                .asString()
                .contains("'%s' line 3: the time '0.001' is before the time of the line before".formatted(trace));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            64 3;4K -1      | line 2: the weight '-1' is negative
            64 3;#;5000M 1  | line 3: the size '5000M' must be between 1 byte and 1 GiB
            4Q 1            | line 1: the size '4Q' is not a size from 1 byte to 1 GiB, such as 64, 4K or 1M
            64 999999;1M 1  | line 2: the weight '1' is less than 1/16384 of all
            """)
    void mixIsRefusedWithTheLineThatIsWrong(String lines, String complaint) throws IOException {
        Path mix = Files.writeString(directory.resolve("mix.txt"), lines.replace(';', '\n'));

        Console console = Console.of("load", "--rate", "1K", "--sizes", "mix:" + mix);

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err()).singleElement().asString().contains("'%s' %s".formatted(mix, complaint));
    }

    @Test
    void sizesOfAMixAreWrittenAsOnTheCommandLine() throws IOException {
        Path mix = Files.writeString(directory.resolve("mix.txt"), "64 3\n4K 1\n");

        Console console = Console.of("load", "--rate", "1K", "--sizes", "mix:" + mix, "-t", "uds", "--dry-run");

        assertThat(console.exitCode()).as("%s", console.err()).isZero();
        assertThat(console.out().get(0)).startsWith("calls uds, 1072 bytes, ");
    }

    @Test
    void traceHasItsOwnAnswersAndWork() throws IOException {
        Path trace = Files.writeString(directory.resolve("trace.txt"), "0 500 64 0.0001\n0.002 500 99 0.0003\n");

        assertThat(Console.of("load", "--sizes", "trace:" + trace, "-t", "uds", "--dry-run")
                        .out())
                .anyMatch(line -> line.contains("answers: mean 82") && line.contains("mean 200 us of work"));
        assertThat(Console.of("load", "--sizes", "trace:" + trace, "--answer", "64")
                        .err())
                .anyMatch(line -> line.contains("'--answer': the trace has its own answers; omit --answer"));
        assertThat(Console.of("load", "--sizes", "trace:" + trace, "--work", "50us")
                        .err())
                .anyMatch(line -> line.contains("'--work': the trace has the server's own times; omit --work"));
    }

    @Test
    void traceHasItsOwnTimes() throws IOException {
        Path trace = Files.writeString(directory.resolve("trace.txt"), "7.000 500\n7.002 500\n7.003 20480\n");

        Console own = Console.of("load", "--sizes", "trace:" + trace, "-t", "uds", "--dry-run");
        Console faster = Console.of("load", "--sizes", "trace:" + trace, "-t", "uds", "--rate", "2K", "--dry-run");

        assertThat(own.exitCode()).as("%s", own.err()).isZero();
        assertThat(own.out().get(0))
                .startsWith("calls uds, 7160 bytes, ")
                .contains("rate 666.667", "trace:trace.txt", "4 ms");
        assertThat(faster.out().get(0)).contains("rate 2000", "1 ms");
        assertThat(Console.of("load", "--sizes", "trace:" + trace, "--arrivals", "poisson")
                        .err())
                .singleElement()
                .asString()
                .contains("'--arrivals': the trace has its own times; omit --arrivals");
        assertThat(Console.of("latency", "--sizes", "trace:" + trace).err())
                .singleElement()
                .asString()
                .contains("'trace:trace.txt' has times, which load replays; give sizes or a mix");
        assertThat(Console.of("throughput", "--sizes", "trace:" + trace).err())
                .singleElement()
                .asString()
                .contains("'trace:trace.txt' is for load; give sizes such as 64,4K");
    }
}
