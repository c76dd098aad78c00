package org.ipcbench.transports.junixsocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.ipcbench.transport.Channel;
import org.ipcbench.transports.ContractSession;
import org.ipcbench.transports.junixsocket.JunixTransport.NativeLibrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.newsclub.net.unix.AFSocketType;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.AFUNIXSocketPair;

@ParameterizedClass
@EnumSource(names = {"SOCK_DGRAM", "SOCK_SEQPACKET"})
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a call into the kernel ignores interrupts
class DatagramMessagesTest {
    private static final int SMALL_BYTES = 64;
    private static final int PATIENCE_SECONDS = 10;

    private final AFSocketType type;

    @TempDir
    Path directory;

    DatagramMessagesTest(AFSocketType type) {
        this.type = type;
    }

    @Test
    void carriesTheLargestMessageThatTheRunningKernelAllows() throws IOException {
        verifyCarried(MessageLimit.ofRunningKernel().maximumBytes());
    }

    @Test
    void kernelKeepsToTheLimitExactly() throws IOException {
        int buffer = 150_000; // more than the kernel gives a socket by itself, less than it allows
        int largest = MessageLimit.of(buffer).maximumBytes();
        verifyCarried(largest);
        AFUNIXSocketPair<AFUNIXDatagramChannel> pair = pair();
        try (Channel sender = over(pair.getSocket1(), largest);
                Channel receiver = over(pair.getSocket2(), largest)) {
            assertThatIOException()
                    .isThrownBy(() -> pair.getSocket1().write(ByteBuffer.allocateDirect(largest + 1)))
                    .withMessageContaining("too long");
        }
    }

    @Test
    void refusesAMessageThatIsLongerOrShorterThanExpected() throws IOException {
        AFUNIXSocketPair<AFUNIXDatagramChannel> pair = pair();
        try (Channel sender = over(pair.getSocket1(), SMALL_BYTES);
                Channel receiver = over(pair.getSocket2(), SMALL_BYTES)) {
            for (int sent : new int[] {1, 9, 11, SMALL_BYTES}) {
                sender.claim(sent);
                sender.commit();
                assertThatIOException().isThrownBy(() -> receiver.receive(10)).withMessageContaining("expected 10");
            }
            sender.claim(10);
            sender.commit();
            assertThat(receiver.receive(10).remaining()).isEqualTo(10);
        }
    }

    @Test
    void closingEndsAReceiveThatWaitsInAnotherThread() throws IOException {
        AFUNIXSocketPair<AFUNIXDatagramChannel> pair = pair();
        try (Channel other = over(pair.getSocket1(), SMALL_BYTES)) {
            Channel waiting = over(pair.getSocket2(), SMALL_BYTES);
            CompletableFuture<Integer> received = CompletableFuture.supplyAsync(() -> {
                try {
                    return waiting.receive(1).remaining();
                } catch (EOFException e) {
                    return 0;
                } catch (IOException e) {
                    return -1;
                }
            });
            waiting.close();
            int outcome = assertTimeoutPreemptively(Duration.ofSeconds(PATIENCE_SECONDS), () -> received.get());
            assertThat(outcome).isLessThanOrEqualTo(0);
        }
    }

    private void verifyCarried(int messageSizeBytes) throws IOException {
        AFUNIXSocketPair<AFUNIXDatagramChannel> pair = pair();
        try (Channel sender = over(pair.getSocket1(), messageSizeBytes);
                Channel receiver = over(pair.getSocket2(), messageSizeBytes)) {
            sender.claim(messageSizeBytes).put(messageSizeBytes - 1, (byte) 42);
            sender.commit();
            assertThat(receiver.receive(messageSizeBytes).get(messageSizeBytes - 1))
                    .isEqualTo((byte) 42);
        }
    }

    private AFUNIXSocketPair<AFUNIXDatagramChannel> pair() throws IOException {
        NativeLibrary.unpackIn(directory);
        return AFUNIXSocketPair.openDatagram(type);
    }

    private Channel over(AFUNIXDatagramChannel socket, int messageSizeBytes) throws IOException {
        return DatagramMessages.over(socket, ContractSession.in(directory, messageSizeBytes));
    }
}
