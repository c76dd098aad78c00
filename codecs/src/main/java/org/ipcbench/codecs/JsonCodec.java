package org.ipcbench.codecs;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.ipcbench.workload.codec.Codec;
import org.ipcbench.workload.codec.Document;
import org.ipcbench.workload.codec.FieldSum;
import org.ipcbench.workload.codec.Order;
import org.ipcbench.workload.codec.TextDocument;

/** JSON by Jackson's streaming API with its defaults: no data binding, no tree. */
public final class JsonCodec implements Codec {
    private static final int MOST_FIELD_BYTES = 330;
    private static final int MOST_POSITION_BYTES = 60;
    private static final int MOST_TEXT_BYTES = 216;
    private static final int ESCAPED = 16;

    private static final String ID = "id";
    private static final String STATE = "state";

    @Override
    public String id() {
        return "json";
    }

    @Override
    public int order() {
        return 10;
    }

    @Override
    public int mostBytes(int positions) {
        return MOST_FIELD_BYTES + positions * MOST_POSITION_BYTES;
    }

    /** A quotation mark or the end of a line takes a byte more. */
    @Override
    public int mostTextBytes(int bodyBytes) {
        return MOST_TEXT_BYTES + bodyBytes + bodyBytes / ESCAPED;
    }

    @Override
    public Coder<Order> orders() {
        return new JsonCoder<>(new OrderJson());
    }

    @Override
    public Coder<TextDocument> texts() {
        return new JsonCoder<>(new TextJson());
    }

    /** The members of a kind of documents. */
    private interface Members<D> {
        void write(D document, JsonGenerator json) throws IOException;

        void read(String name, JsonParser json, FieldSum into) throws IOException;
    }

    private static final class OrderJson implements Members<Order> {
        private static final String PLACED = "placed";
        private static final String SIDE = "side";
        private static final String KIND = "kind";
        private static final String PRICE = "price";
        private static final String QUANTITY = "quantity";
        private static final String ACCOUNT = "account";
        private static final String SYMBOL = "symbol";
        private static final String CURRENCY = "currency";
        private static final String VENUE = "venue";
        private static final String REFERENCE = "reference";
        private static final String POSITIONS = "positions";
        private static final String INSTRUMENT = "instrument";

        @Override
        public void write(Order order, JsonGenerator json) throws IOException {
            json.writeNumberField(PLACED, order.placed());
            json.writeStringField(SIDE, order.side().name());
            json.writeStringField(KIND, order.kind().name());
            json.writeNumberField(PRICE, order.price());
            json.writeNumberField(QUANTITY, order.quantity());
            json.writeStringField(ACCOUNT, order.account());
            json.writeStringField(SYMBOL, order.symbol());
            json.writeStringField(CURRENCY, order.currency());
            json.writeStringField(VENUE, order.venue());
            json.writeStringField(REFERENCE, order.reference());
            json.writeArrayFieldStart(POSITIONS);
            for (int i = 0; i < order.positions(); i++) {
                json.writeStartObject();
                json.writeNumberField(INSTRUMENT, order.instrument(i));
                json.writeNumberField(QUANTITY, order.quantity(i));
                json.writeNumberField(PRICE, order.price(i));
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        @Override
        public void read(String name, JsonParser json, FieldSum into) throws IOException {
            switch (name) {
                case PLACED -> into.placed(json.getLongValue());
                case SIDE -> into.side(Order.Side.valueOf(json.getText()));
                case KIND -> into.kind(Order.Kind.valueOf(json.getText()));
                case PRICE -> into.price(json.getDoubleValue());
                case QUANTITY -> into.quantity(json.getLongValue());
                case ACCOUNT -> into.account(json.getText());
                case SYMBOL -> into.symbol(json.getText());
                case CURRENCY -> into.currency(json.getText());
                case VENUE -> into.venue(json.getText());
                case REFERENCE -> into.reference(json.getText());
                case POSITIONS -> readPositions(json, into);
                default -> throw new IOException("an order has no '%s'".formatted(name));
            }
        }

        private static void readPositions(JsonParser json, FieldSum into) throws IOException {
            require(json.currentToken() == JsonToken.START_ARRAY, json);
            while (json.nextToken() == JsonToken.START_OBJECT) {
                long instrument = 0;
                long quantity = 0;
                double price = 0;
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String name = json.currentName();
                    json.nextToken();
                    switch (name) {
                        case INSTRUMENT -> instrument = json.getLongValue();
                        case QUANTITY -> quantity = json.getLongValue();
                        case PRICE -> price = json.getDoubleValue();
                        default -> throw new IOException("a position has no '%s'".formatted(name));
                    }
                }
                into.position(instrument, quantity, price);
            }
            require(json.currentToken() == JsonToken.END_ARRAY, json);
        }
    }

    private static final class TextJson implements Members<TextDocument> {
        private static final String WRITTEN = "written";
        private static final String LANGUAGE = "language";
        private static final String TITLE = "title";
        private static final String AUTHOR = "author";
        private static final String BODY = "body";

        @Override
        public void write(TextDocument text, JsonGenerator json) throws IOException {
            json.writeNumberField(WRITTEN, text.written());
            json.writeStringField(LANGUAGE, text.language());
            json.writeStringField(TITLE, text.title());
            json.writeStringField(AUTHOR, text.author());
            json.writeStringField(BODY, text.body());
        }

        @Override
        public void read(String name, JsonParser json, FieldSum into) throws IOException {
            switch (name) {
                case WRITTEN -> into.written(json.getLongValue());
                case LANGUAGE -> into.language(json.getText());
                case TITLE -> into.title(json.getText());
                case AUTHOR -> into.author(json.getText());
                case BODY -> into.body(json.getText());
                default -> throw new IOException("a text has no '%s'".formatted(name));
            }
        }
    }

    private static final class JsonCoder<D extends Document> implements Coder<D> {
        private final JsonFactory factory = new JsonFactory();
        private final BufferOutput output = new BufferOutput();
        private final BufferInput input = new BufferInput();
        private final Members<D> members;

        JsonCoder(Members<D> members) {
            this.members = members;
        }

        @Override
        public void encode(D document, ByteBuffer into) {
            output.buffer = into;
            try (JsonGenerator json = factory.createGenerator(output, JsonEncoding.UTF8)) {
                json.writeStartObject();
                json.writeNumberField(ID, document.id());
                json.writeNumberField(STATE, document.state());
                members.write(document, json);
                json.writeEndObject();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void decode(ByteBuffer from, FieldSum into) throws IOException {
            input.buffer = from;
            try (JsonParser json = factory.createParser(input)) {
                require(json.nextToken() == JsonToken.START_OBJECT, json);
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String name = json.currentName();
                    json.nextToken();
                    switch (name) {
                        case ID -> into.id(json.getLongValue());
                        case STATE -> into.state(json.getIntValue());
                        default -> members.read(name, json, into);
                    }
                }
                require(json.currentToken() == JsonToken.END_OBJECT, json);
                require(json.nextToken() == null, json);
            }
        }
    }

    private static void require(boolean expected, JsonParser json) throws IOException {
        if (!expected) {
            throw new IOException("a document cannot have %s there".formatted(json.currentToken()));
        }
    }

    /** Puts bytes into the buffer that is given. */
    private static final class BufferOutput extends OutputStream {
        private ByteBuffer buffer = ByteBuffer.allocate(0);

        @Override
        public void write(int value) {
            buffer.put((byte) value);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            buffer.put(bytes, offset, length);
        }
    }

    /** Gets bytes from the buffer that is given. */
    private static final class BufferInput extends InputStream {
        private ByteBuffer buffer = ByteBuffer.allocate(0);

        @Override
        public int read() {
            return buffer.hasRemaining() ? buffer.get() & 0xff : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            if (!buffer.hasRemaining()) {
                return -1;
            }
            int number = Math.min(length, buffer.remaining());
            buffer.get(bytes, offset, number);
            return number;
        }
    }
}
