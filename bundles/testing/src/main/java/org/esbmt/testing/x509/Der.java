package org.esbmt.testing.x509;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;

/** Writes values in DER (X.690). */
public final class Der {
    private Der() {}

    /** A value by its tag. */
    public static byte[] value(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        out.writeBytes(length(content.size()));
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }

    private static byte[] length(int length) {
        if (length < 0x80) {
            return new byte[] {(byte) length};
        }
        byte[] bytes = BigInteger.valueOf(length).toByteArray();
        byte[] digits = bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
        byte[] all = new byte[digits.length + 1];
        all[0] = (byte) (0x80 | digits.length);
        System.arraycopy(digits, 0, all, 1, digits.length);
        return all;
    }

    public static byte[] sequence(byte[]... parts) {
        return value(0x30, parts);
    }

    public static byte[] integer(BigInteger number) {
        return value(0x02, number.toByteArray());
    }

    /** A string of whole bytes. */
    public static byte[] bitString(byte[] bytes) {
        return value(0x03, new byte[] {0}, bytes);
    }

    /** An object identifier in dotted form. */
    public static byte[] oid(String dotted) {
        String[] arcs = dotted.split("\\.", -1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
        for (int i = 2; i < arcs.length; i++) {
            long arc = Long.parseLong(arcs[i]);
            int groups = 1;
            while (arc >> (7 * groups) != 0) {
                groups++;
            }
            for (int g = groups - 1; g >= 0; g--) {
                out.write((int) ((arc >> (7 * g)) & 0x7f) | (g == 0 ? 0 : 0x80));
            }
        }
        return value(0x06, out.toByteArray());
    }

    /** A name of one common name. */
    public static byte[] commonName(String name) {
        return sequence(value(0x31, sequence(oid("2.5.4.3"), value(0x0c, name.getBytes(UTF_8)))));
    }

    /** A GeneralizedTime. */
    public static byte[] time(Instant moment) {
        String text = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'")
                .withZone(ZoneOffset.UTC)
                .format(moment);
        return value(0x18, text.getBytes(UTF_8));
    }
}
