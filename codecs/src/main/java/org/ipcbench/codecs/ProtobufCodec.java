package org.ipcbench.codecs;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.ipcbench.codecs.protobuf.OrderKind;
import org.ipcbench.codecs.protobuf.OrderMessage;
import org.ipcbench.codecs.protobuf.OrderPosition;
import org.ipcbench.codecs.protobuf.OrderSide;
import org.ipcbench.codecs.protobuf.TextMessage;
import org.ipcbench.workload.codec.Codec;
import org.ipcbench.workload.codec.FieldSum;
import org.ipcbench.workload.codec.Order;
import org.ipcbench.workload.codec.TextDocument;

/** Protocol Buffers by the code that their compiler generates: a message object is built and written, and parsed and read. */
public final class ProtobufCodec implements Codec {
    private static final int MOST_FIELD_BYTES = 111;
    private static final int MOST_POSITION_BYTES = 20;
    private static final int MOST_TEXT_BYTES = 80;

    @Override
    public String id() {
        return "protobuf";
    }

    @Override
    public int order() {
        return 20;
    }

    @Override
    public int mostBytes(int positions) {
        return MOST_FIELD_BYTES + positions * MOST_POSITION_BYTES;
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

    private static void write(MessageLite message, ByteBuffer into) {
        try {
            CodedOutputStream output = CodedOutputStream.newInstance(into);
            message.writeTo(output);
            output.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class TextCoder implements Coder<TextDocument> {
        @Override
        public void encode(TextDocument text, ByteBuffer into) {
            write(
                    TextMessage.newBuilder()
                            .setId(text.id())
                            .setState(text.state())
                            .setWritten(text.written())
                            .setLanguage(text.language())
                            .setTitle(text.title())
                            .setAuthor(text.author())
                            .setBody(text.body())
                            .build(),
                    into);
        }

        @Override
        public void decode(ByteBuffer from, FieldSum into) throws IOException {
            TextMessage message = TextMessage.parseFrom(from);
            into.id(message.getId());
            into.state(message.getState());
            into.written(message.getWritten());
            into.language(message.getLanguage());
            into.title(message.getTitle());
            into.author(message.getAuthor());
            into.body(message.getBody());
        }
    }

    private static final class OrderCoder implements Coder<Order> {
        @Override
        public void encode(Order order, ByteBuffer into) {
            OrderMessage.Builder message = OrderMessage.newBuilder()
                    .setId(order.id())
                    .setState(order.state())
                    .setPlaced(order.placed())
                    .setSide(order.side() == Order.Side.BUY ? OrderSide.BUY : OrderSide.SELL)
                    .setKind(kind(order.kind()))
                    .setPrice(order.price())
                    .setQuantity(order.quantity())
                    .setAccount(order.account())
                    .setSymbol(order.symbol())
                    .setCurrency(order.currency())
                    .setVenue(order.venue())
                    .setReference(order.reference());
            for (int i = 0; i < order.positions(); i++) {
                message.addPositions(OrderPosition.newBuilder()
                        .setInstrument(order.instrument(i))
                        .setQuantity(order.quantity(i))
                        .setPrice(order.price(i)));
            }
            write(message.build(), into);
        }

        @Override
        public void decode(ByteBuffer from, FieldSum into) throws IOException {
            OrderMessage message = OrderMessage.parseFrom(from);
            into.id(message.getId());
            into.state(message.getState());
            into.placed(message.getPlaced());
            into.side(side(message.getSide()));
            into.kind(kind(message.getKind()));
            into.price(message.getPrice());
            into.quantity(message.getQuantity());
            into.account(message.getAccount());
            into.symbol(message.getSymbol());
            into.currency(message.getCurrency());
            into.venue(message.getVenue());
            into.reference(message.getReference());
            for (int i = 0; i < message.getPositionsCount(); i++) {
                OrderPosition position = message.getPositions(i);
                into.position(position.getInstrument(), position.getQuantity(), position.getPrice());
            }
        }

        private static Order.Side side(OrderSide side) throws IOException {
            return switch (side) {
                case BUY -> Order.Side.BUY;
                case SELL -> Order.Side.SELL;
                case UNRECOGNIZED -> throw new IOException("no side");
            };
        }

        private static Order.Kind kind(OrderKind kind) throws IOException {
            return switch (kind) {
                case LIMIT -> Order.Kind.LIMIT;
                case MARKET -> Order.Kind.MARKET;
                case STOP -> Order.Kind.STOP;
                case UNRECOGNIZED -> throw new IOException("no kind");
            };
        }

        private static OrderKind kind(Order.Kind kind) {
            return switch (kind) {
                case LIMIT -> OrderKind.LIMIT;
                case MARKET -> OrderKind.MARKET;
                case STOP -> OrderKind.STOP;
            };
        }
    }
}
