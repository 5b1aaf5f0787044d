package org.esbmt.registry.api;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** The serial numbers of certificates that an authority has revoked. {@link #toString} shows their number alone. */
public final class RevokedSerials {
    /** The largest number of bytes of a serial number (RFC 5280, section 4.1.2.2). */
    public static final int MOST_SERIAL_BYTES = 20;

    private final SortedSet<BigInteger> serials;

    private RevokedSerials(SortedSet<BigInteger> serials) {
        this.serials = Collections.unmodifiableSortedSet(serials);
    }

    /**
     * Sorts the numbers.
     *
     * @throws IllegalArgumentException for too many, and for one with more than {@value #MOST_SERIAL_BYTES} bytes
     */
    public static RevokedSerials of(Collection<BigInteger> serials) {
        SortedSet<BigInteger> sorted = new TreeSet<>(serials);
        if (sorted.size() > RevocationList.MOST_ENTRIES) {
            throw new IllegalArgumentException("a CRL has at most " + RevocationList.MOST_ENTRIES + " entries");
        }
        for (BigInteger serial : sorted) {
            if (serial.toByteArray().length > MOST_SERIAL_BYTES) {
                throw new IllegalArgumentException("a serial number has at most " + MOST_SERIAL_BYTES + " bytes");
            }
        }
        return new RevokedSerials(sorted);
    }

    /**
     * Reads the form of {@link #encoded}.
     *
     * @throws IllegalArgumentException if the bytes are none
     */
    public static RevokedSerials decode(byte[] encoded) {
        SortedSet<BigInteger> serials = new TreeSet<>();
        int at = 0;
        while (at < encoded.length) {
            int end = at + 1 + encoded[at];
            if (encoded[at] < 1 || encoded[at] > MOST_SERIAL_BYTES || end > encoded.length) {
                throw new IllegalArgumentException("these bytes are no serial numbers");
            }
            serials.add(new BigInteger(Arrays.copyOfRange(encoded, at + 1, end)));
            at = end;
        }
        return new RevokedSerials(serials);
    }

    /** Each number in two's complement behind its length, one byte. */
    public byte[] encoded() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (BigInteger serial : serials) {
            byte[] one = serial.toByteArray();
            bytes.write(one.length);
            bytes.writeBytes(one);
        }
        return bytes.toByteArray();
    }

    public boolean contains(BigInteger serial) {
        return serials.contains(serial);
    }

    public int size() {
        return serials.size();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RevokedSerials that && serials.equals(that.serials);
    }

    @Override
    public int hashCode() {
        return serials.hashCode();
    }

    @Override
    public String toString() {
        return serials.size() + " serial numbers";
    }
}
