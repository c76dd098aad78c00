package org.ipcbench.workload.codec;

import java.util.UUID;
import java.util.stream.LongStream;

/** An order of twelve fields and a list of positions, as many as let a C structure of them have the asked size. */
public final class Order extends Document {
    /** The fields but the positions, as a C structure has them. */
    static final int FIELDS_BYTES = 104;

    static final int POSITION_BYTES = 24;

    public static final int ACCOUNT_CHARS = 12;
    public static final int MAX_SYMBOL_CHARS = 8;
    public static final int CURRENCY_CHARS = 3;
    public static final int VENUE_CHARS = 4;
    public static final int REFERENCE_CHARS = 36;

    private static final int MIN_SYMBOL_CHARS = 7;
    private static final int LETTERS = 26;
    private static final double CENTS = 100;
    private static final int MAX_CENTS = 10_000_000;
    private static final int MAX_QUANTITY = 1_000_000;
    private static final int MAX_INSTRUMENT = 10_000_000;
    private static final int MAX_ACCOUNT = 100_000_000;
    private static final String[] CURRENCIES = {"EUR", "USD", "GBP", "JPY", "CHF", "SEK"};
    private static final String[] VENUES = {"XETR", "XLON", "XNAS", "XNYS", "XPAR", "XSWX"};

    /** Whether it is bought or sold. */
    public enum Side {
        BUY(1),
        SELL(2);

        final int mark;

        Side(int mark) {
            this.mark = mark;
        }
    }

    /** What its price means. */
    public enum Kind {
        LIMIT(1),
        MARKET(2),
        STOP(3);

        final int mark;

        Kind(int mark) {
            this.mark = mark;
        }
    }

    private final long placed;
    private final Side side;
    private final Kind kind;
    private final double price;
    private final long quantity;
    private final String account;
    private final String symbol;
    private final String currency;
    private final String venue;
    private final String reference;
    private final long[] instruments;
    private final long[] quantities;
    private final double[] prices;

    /** The order that these numbers give. */
    Order(Numbers numbers, int messageBytes) {
        placed = numbers.time();
        side = Side.values()[(int) numbers.below(Side.values().length)];
        kind = Kind.values()[(int) numbers.below(Kind.values().length)];
        price = price(numbers);
        quantity = quantity(numbers);
        account = "ACC-%08d".formatted(numbers.below(MAX_ACCOUNT));
        symbol = symbol(numbers);
        currency = numbers.one(CURRENCIES);
        venue = numbers.one(VENUES);
        reference = new UUID(numbers.any(), numbers.any()).toString();
        int positions = positionsOf(messageBytes);
        instruments = new long[positions];
        quantities = new long[positions];
        prices = new double[positions];
        for (int i = 0; i < positions; i++) {
            instruments[i] = 1 + numbers.below(MAX_INSTRUMENT);
            quantities[i] = quantity(numbers);
            prices[i] = price(numbers);
        }
    }

    /** The same order for another thread, which gives it ids of its own. */
    Order(Order other) {
        placed = other.placed;
        side = other.side;
        kind = other.kind;
        price = other.price;
        quantity = other.quantity;
        account = other.account;
        symbol = other.symbol;
        currency = other.currency;
        venue = other.venue;
        reference = other.reference;
        instruments = other.instruments;
        quantities = other.quantities;
        prices = other.prices;
    }

    private static double price(Numbers numbers) {
        return (1 + numbers.below(MAX_CENTS)) / CENTS;
    }

    private static long quantity(Numbers numbers) {
        return 1 + numbers.below(MAX_QUANTITY);
    }

    private static String symbol(Numbers numbers) {
        long length = MIN_SYMBOL_CHARS + numbers.below(1L + MAX_SYMBOL_CHARS - MIN_SYMBOL_CHARS);
        StringBuilder letters = new StringBuilder();
        while (letters.length() < length) {
            letters.append((char) ('A' + numbers.below(LETTERS)));
        }
        return letters.toString();
    }

    /** The number of positions of an order of this size, in bytes, rounded down. */
    public static int positionsOf(int messageBytes) {
        return (messageBytes - FIELDS_BYTES) / POSITION_BYTES;
    }

    @Override
    void addTo(FieldSum sum) {
        sum.placed(placed);
        sum.side(side);
        sum.kind(kind);
        sum.price(price);
        sum.quantity(quantity);
        sum.account(account);
        sum.symbol(symbol);
        sum.currency(currency);
        sum.venue(venue);
        sum.reference(reference);
        for (int i = 0; i < instruments.length; i++) {
            sum.position(instruments[i], quantities[i], prices[i]);
        }
    }

    @Override
    long integers() {
        return placed
                + quantity
                + LongStream.of(instruments).sum()
                + LongStream.of(quantities).sum();
    }

    /** When it was placed, in nanoseconds since 1970. */
    public long placed() {
        return placed;
    }

    public Side side() {
        return side;
    }

    public Kind kind() {
        return kind;
    }

    public double price() {
        return price;
    }

    public long quantity() {
        return quantity;
    }

    public String account() {
        return account;
    }

    public String symbol() {
        return symbol;
    }

    public String currency() {
        return currency;
    }

    public String venue() {
        return venue;
    }

    public String reference() {
        return reference;
    }

    /** Number of positions. */
    public int positions() {
        return instruments.length;
    }

    /** The instrument of a position, from 0. */
    public long instrument(int position) {
        return instruments[position];
    }

    public long quantity(int position) {
        return quantities[position];
    }

    public double price(int position) {
        return prices[position];
    }
}
