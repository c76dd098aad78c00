package org.ipcbench.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.management.ThreadMXBean;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.measure.sample.CallParts;
import org.ipcbench.workload.codec.Codec;
import org.ipcbench.workload.codec.Codecs;
import org.ipcbench.workload.codec.Document;
import org.ipcbench.workload.codec.Documents;
import org.ipcbench.workload.message.MessageLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every codec fulfils. */
class CodecContractTest {
    private static final List<Integer> SIZES = List.of(Document.MIN_BYTES, 151, 152, 200, 20 << 10, Document.MAX_BYTES);
    private static final int SMALL_BYTES = 200;

    /** A session keeps that much room for the longest message. */
    private static final double MAX_ROOM = 1.25;

    /** For numbers, which have their longest form in the bound, beside a short text. */
    private static final int ROOM_OF_NUMBERS = 24;

    private static final long LAST_SEQUENCE = (1L << 47) - 1;

    /** Each with orders and with texts. */
    static List<String> codecs() {
        return Codecs.names().stream().filter(name -> !name.equals(Codecs.RAW)).toList();
    }

    static Stream<Arguments> sizes() {
        return codecs().stream().flatMap(codec -> SIZES.stream().map(size -> Arguments.of(codec, size)));
    }

    private static Documents<?> documents(String codec, int bytes) {
        return Codecs.documents(codec, bytes, true);
    }

    /** The claimed buffer of a transport begins anywhere. */
    private static ByteBuffer claimed(int bytes) {
        return ByteBuffer.allocateDirect(bytes + 13)
                .order(ByteOrder.nativeOrder())
                .position(5)
                .limit(bytes + 5);
    }

    @Test
    void everyImplementationIsRegistered() {
        Set<String> implementations = new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages(getClass().getPackageName())
                        .stream()
                        .filter(type -> type.isAssignableTo(Codec.class))
                        .map(JavaClass::getName)
                        .collect(Collectors.toSet());

        assertThat(Codecs.all())
                .extracting(codec -> codec.getClass().getName())
                .containsExactlyInAnyOrderElementsOf(implementations);
        assertThat(Codecs.names()).doesNotHaveDuplicates().startsWith("raw", "json", "json:text");
        assertThat(Codecs.all()).extracting(Codec::order).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void everyFieldComesBack(String codec, int bytes) throws IOException {
        Documents<?> written = documents(codec, bytes);
        Documents<?> read = documents(codec, bytes);
        for (long sequence : new long[] {0, 1, 7, 15, 16, LAST_SEQUENCE}) {
            for (boolean isLast : new boolean[] {false, true}) {
                ByteBuffer buffer = claimed(written.length(sequence));
                written.encode(buffer, sequence, isLast);
                assertThat(buffer.position()).isEqualTo(5);

                assertThat(read.decode(buffer)).isTrue();

                assertThat(read.sequence()).isEqualTo(sequence);
                assertThat(read.isLast()).isEqualTo(isLast);
                assertThat(buffer.position()).isEqualTo(5);
                assertThat(buffer.remaining()).isEqualTo(read.length(sequence));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void sessionHasRoomForTheLongestMessage(String codec, int bytes) {
        Documents<?> documents = documents(codec, bytes);
        for (int i = 0; i < 16; i++) {
            assertThat(Codecs.mostBytes(codec, bytes))
                    .isGreaterThanOrEqualTo(documents.length(i))
                    .isLessThanOrEqualTo((int) (MAX_ROOM * documents.length(i)) + ROOM_OF_NUMBERS);
        }
    }

    /** Damaged bytes are never taken for the message, even if the codec can read them. */
    @ParameterizedTest
    @MethodSource("codecs")
    void everyFlippedBitIsNoticed(String codec) throws IOException {
        Documents<?> documents = documents(codec, SMALL_BYTES);
        List<String> taken = new ArrayList<>();
        for (long sequence : new long[] {0, 15}) { // of sixteen documents
            ByteBuffer buffer = claimed(documents.length(sequence));
            documents.encode(buffer, sequence, false);
            for (int at = buffer.position(); at < buffer.limit(); at++) {
                for (int bit = 0; bit < Byte.SIZE; bit++) {
                    flip(buffer, at, bit);
                    if (isTakenFor(sequence, documents, buffer)) { // no assertion for each of many thousands
                        taken.add("bit %d of byte %d of message %d".formatted(bit, at - 5, sequence));
                    }
                    flip(buffer, at, bit);
                }
            }
            assertThat(isTakenFor(sequence, documents, buffer)).isTrue();
        }
        assertThat(taken).as(codec).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void foreignAndShortenedBytesAreNoticed(String codec) throws IOException {
        Documents<?> documents = documents(codec, SMALL_BYTES);
        ByteBuffer buffer = claimed(documents.length(0));
        assertThat(isTakenFor(0, documents, buffer)).as("zeros").isFalse();
        documents.encode(buffer, 0, false);
        int end = buffer.limit();
        for (int limit = buffer.position(); limit < end; limit++) {
            buffer.limit(limit);
            assertThat(isTakenFor(0, documents, buffer))
                    .as("%d bytes", limit - 5)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void damageIsNotToldAsADifferenceOfNumbers(String codec) {
        Documents<?> documents = documents(codec, SMALL_BYTES);
        MessageLayout layout = MessageLayout.coded(documents, new CallParts.Meter(() -> 0, 0, 0), true);
        ByteBuffer buffer = claimed(documents.length(5));
        documents.encode(buffer, 5, false);
        List<String> told = new ArrayList<>();
        for (int at = buffer.position(); at < buffer.limit(); at++) {
            flip(buffer, at, 0);
            assertThatIOException().isThrownBy(() -> layout.check(buffer, 5)).satisfies(e -> told.add(e.getMessage()));
            flip(buffer, at, 0);
        }

        assertThat(told)
                .contains("message 5 is corrupt: its fields are not those that were sent")
                .noneMatch(message -> message.contains("expected 0000000000000005, found 0000000000000005"));
    }

    /** Of other messages, one word in 64 bytes is compared as well, unless the whole payload is. */
    @ParameterizedTest
    @MethodSource("codecs")
    void longTextsAreComparedAsAWholeIfThePayloadIs(String codec) throws IOException {
        Documents<?> whole = documents(codec, 20 << 10);
        Documents<?> touched = Codecs.documents(codec, 20 << 10, false);
        ByteBuffer buffer = claimed(whole.length(0));
        whole.encode(buffer, 0, false);
        int unseen = 0;
        for (int at = buffer.limit() - 1_000; at < buffer.limit() - 100; at++) {
            if (Character.isLowerCase(buffer.get(at))) {
                byte before = buffer.get(at);
                buffer.put(at, (byte) (before == 'z' ? 'y' : before + 1));
                assertThat(isTakenFor(0, whole, buffer)).as("byte %d", at).isFalse();
                unseen += isTakenFor(0, touched, buffer) ? 1 : 0;
                buffer.put(at, before);
            }
        }

        assertThat(unseen > 0).isEqualTo(codec.endsWith(":text"));
    }

    /** What does not change is there once in a process. */
    @ParameterizedTest
    @MethodSource("codecs")
    void furtherConnectionTakesLittleMemory(String codec) {
        Documents<?> first = documents(codec, Document.MAX_BYTES);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(id);

        Documents<?> second = documents(codec, Document.MAX_BYTES);

        assertThat(threads.getThreadAllocatedBytes(id) - before).isLessThan(Document.MAX_BYTES);
        assertThat(second.meanLength()).isEqualTo(first.meanLength());
    }

    private static void flip(ByteBuffer buffer, int at, int bit) {
        buffer.put(at, (byte) (buffer.get(at) ^ (1 << bit)));
    }

    private static boolean isTakenFor(long sequence, Documents<?> documents, ByteBuffer buffer) {
        try {
            return documents.decode(buffer) && documents.sequence() == sequence && !documents.isLast();
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
