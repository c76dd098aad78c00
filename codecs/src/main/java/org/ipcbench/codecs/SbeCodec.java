package org.ipcbench.codecs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.ipcbench.codecs.sbe.MessageHeaderDecoder;
import org.ipcbench.codecs.sbe.MessageHeaderEncoder;
import org.ipcbench.codecs.sbe.OrderKind;
import org.ipcbench.codecs.sbe.OrderMessageDecoder;
import org.ipcbench.codecs.sbe.OrderMessageDecoder.PositionsDecoder;
import org.ipcbench.codecs.sbe.OrderMessageEncoder;
import org.ipcbench.codecs.sbe.OrderMessageEncoder.PositionsEncoder;
import org.ipcbench.codecs.sbe.OrderSide;
import org.ipcbench.codecs.sbe.TextMessageDecoder;
import org.ipcbench.codecs.sbe.TextMessageEncoder;
import org.ipcbench.workload.codec.Codec;
import org.ipcbench.workload.codec.FieldSum;
import org.ipcbench.workload.codec.Order;
import org.ipcbench.workload.codec.TextDocument;

/** Simple Binary Encoding by the code that its tool generates: fields are written into the buffer, and read out of it, where they are. */
public final class SbeCodec implements Codec {
    private static final int MOST_FIELD_BYTES = 113;
    private static final int MOST_POSITION_BYTES = 24;
    private static final int MOST_TEXT_BYTES = 72;

    @Override
    public String id() {
        return "sbe";
    }

    @Override
    public int order() {
        return 30;
    }

    @Override
    public int mostBytes(int positions) {
        return MOST_FIELD_BYTES + positions * MOST_POSITION_BYTES;
    }

    /** What Agrona's buffers need. */
    @Override
    public List<String> jvmArguments() {
        return List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    }

    @Override
    public int mostTextBytes(int bodyBytes) {
        return MOST_TEXT_BYTES + bodyBytes;
    }

    @Override
    public Coder<Order> orders() {
        return new OrderCoder();
    }

    @Override
    public Coder<TextDocument> texts() {
        return new TextCoder();
    }

    private static void require(MessageHeaderDecoder header, int schema, int version, int template, int block)
            throws IOException {
        if (header.schemaId() != schema
                || header.version() != version
                || header.templateId() != template
                || header.blockLength() != block) {
            throw new IOException("the header of another message");
        }
    }

    /** The body is a field of variable length, which its tool reads as a text only. */
    private static final class TextCoder implements Coder<TextDocument> {
        private final UnsafeBuffer buffer = new UnsafeBuffer();
        private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
        private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();
        private final TextMessageEncoder encoder = new TextMessageEncoder();
        private final TextMessageDecoder decoder = new TextMessageDecoder();

        @Override
        public void encode(TextDocument text, ByteBuffer into) {
            buffer.wrap(into, into.position(), into.remaining());
            encoder.wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .id(text.id())
                    .written(text.written())
                    .state(text.state())
                    .language(text.language())
                    .title(text.title())
                    .author(text.author())
                    .body(text.body());
            into.position(into.position() + MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength());
        }

        @Override
        public void decode(ByteBuffer from, FieldSum into) throws IOException {
            buffer.wrap(from, from.position(), from.remaining());
            decoder.wrapAndApplyHeader(buffer, 0, headerDecoder);
            require(
                    headerDecoder,
                    TextMessageDecoder.SCHEMA_ID,
                    TextMessageDecoder.SCHEMA_VERSION,
                    TextMessageDecoder.TEMPLATE_ID,
                    TextMessageDecoder.BLOCK_LENGTH);
            into.id(decoder.id());
            into.written(decoder.written());
            into.state(decoder.state());
            into.language(decoder.language());
            into.title(decoder.title());
            into.author(decoder.author());
            into.body(decoder.body());
        }
    }

    private static final class OrderCoder implements Coder<Order> {
        private final UnsafeBuffer buffer = new UnsafeBuffer();
        private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
        private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();
        private final OrderMessageEncoder encoder = new OrderMessageEncoder();
        private final OrderMessageDecoder decoder = new OrderMessageDecoder();
        private final StringBuilder text = new StringBuilder(Order.REFERENCE_CHARS);

        @Override
        public void encode(Order order, ByteBuffer into) {
            buffer.wrap(into, into.position(), into.remaining());
            encoder.wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .id(order.id())
                    .placed(order.placed())
                    .price(order.price())
                    .quantity(order.quantity())
                    .state(order.state())
                    .side(order.side() == Order.Side.BUY ? OrderSide.BUY : OrderSide.SELL)
                    .kind(kind(order.kind()))
                    .account(order.account())
                    .symbol(order.symbol())
                    .currency(order.currency())
                    .venue(order.venue())
                    .reference(order.reference());
            PositionsEncoder positions = encoder.positionsCount(order.positions());
            for (int i = 0; i < order.positions(); i++) {
                positions
                        .next()
                        .instrument(order.instrument(i))
                        .positionQuantity(order.quantity(i))
                        .positionPrice(order.price(i));
            }
            into.position(into.position() + MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength());
        }

        @Override
        public void decode(ByteBuffer from, FieldSum into) throws IOException {
            buffer.wrap(from, from.position(), from.remaining());
            decoder.wrapAndApplyHeader(buffer, 0, headerDecoder);
            require(
                    headerDecoder,
                    OrderMessageDecoder.SCHEMA_ID,
                    OrderMessageDecoder.SCHEMA_VERSION,
                    OrderMessageDecoder.TEMPLATE_ID,
                    OrderMessageDecoder.BLOCK_LENGTH);
            into.id(decoder.id());
            into.placed(decoder.placed());
            into.price(decoder.price());
            into.quantity(decoder.quantity());
            into.state(decoder.state());
            into.side(side(decoder.side()));
            into.kind(kind(decoder.kind()));
            decoder.getAccount(emptied());
            into.account(text);
            decoder.getSymbol(emptied());
            into.symbol(text);
            decoder.getCurrency(emptied());
            into.currency(text);
            decoder.getVenue(emptied());
            into.venue(text);
            decoder.getReference(emptied());
            into.reference(text);
            PositionsDecoder positions = decoder.positions();
            while (positions.hasNext()) {
                positions.next();
                into.position(positions.instrument(), positions.positionQuantity(), positions.positionPrice());
            }
        }

        private StringBuilder emptied() {
            text.setLength(0);
            return text;
        }

        private static OrderKind kind(Order.Kind kind) {
            return switch (kind) {
                case LIMIT -> OrderKind.LIMIT;
                case MARKET -> OrderKind.MARKET;
                case STOP -> OrderKind.STOP;
            };
        }

        private static Order.Kind kind(OrderKind kind) throws IOException {
            return switch (kind) {
                case LIMIT -> Order.Kind.LIMIT;
                case MARKET -> Order.Kind.MARKET;
                case STOP -> Order.Kind.STOP;
                case NULL_VAL -> throw new IOException("no kind");
            };
        }

        private static Order.Side side(OrderSide side) throws IOException {
            return switch (side) {
                case BUY -> Order.Side.BUY;
                case SELL -> Order.Side.SELL;
                case NULL_VAL -> throw new IOException("no side");
            };
        }
    }
}
