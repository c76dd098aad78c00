package org.ipcbench.cli;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The string literals of a class file; see section 4.4 of the JVM specification, whose tags these are.
 *
 * @param strings every literal
 */
record ConstantPool(Set<String> strings) {
    private static final int MAGIC_AND_VERSION_BYTES = 8;
    private static final int UTF8 = 1;
    private static final int INTEGER = 3;
    private static final int FLOAT = 4;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int METHOD_HANDLE = 15;
    private static final int METHOD_TYPE = 16;
    private static final int MODULE = 19;
    private static final int PACKAGE = 20;

    static ConstantPool read(InputStream classFile) throws IOException {
        DataInputStream in = new DataInputStream(classFile);
        in.skipNBytes(MAGIC_AND_VERSION_BYTES);
        Map<Integer, String> texts = new HashMap<>();
        Set<Integer> literals = new HashSet<>();
        int count = in.readUnsignedShort();
        for (int index = 1; index < count; index++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case UTF8 -> texts.put(index, in.readUTF());
                case STRING -> literals.add(in.readUnsignedShort());
                case CLASS, METHOD_TYPE, MODULE, PACKAGE -> in.skipNBytes(2);
                case METHOD_HANDLE -> in.skipNBytes(3);
                case LONG, DOUBLE -> {
                    in.skipNBytes(Long.BYTES);
                    index++; // these take two places
                }
                case INTEGER, FLOAT -> in.skipNBytes(Integer.BYTES);
                default -> in.skipNBytes(2 * Short.BYTES); // pairs of references
            }
        }
        return new ConstantPool(literals.stream().map(texts::get).collect(Collectors.toSet()));
    }
}
