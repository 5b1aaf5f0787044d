package org.esbmt.message.security.internal.incoming;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.soap.ElementReader;
import org.esbmt.message.security.internal.xml.Markup;

/**
 * Reads a Timestamp with both of its times (WSS SOAP Message Security 1.1.1, section 10). A time is in UTC with a
 * {@code Z}, with up to nine digits of a second's fraction; a leap second is refused.
 */
final class TimestampReader {
    private static final byte[] WSU = bytes(Names.WSU);
    private static final byte[] CREATED = bytes("Created");
    private static final byte[] EXPIRES = bytes("Expires");
    private static final String FORM = "dddd-dd-ddTdd:dd:dd";
    static final int LONGEST = FORM.length() + ".123456789Z".length();
    private static final int NANOS_OF_MILLI = 1_000_000;
    private static final int FRACTION_DIGITS = 9;
    private static final int LEAST_YEAR = 2000;
    private static final int MOST_YEAR = 2999;

    private TimestampReader() {}

    /** Reads the element whose start tag was just read, and goes to its end tag. */
    static TimestampBlock read(ElementReader in) throws SecurityRefusedException {
        int at = in.depth();
        Markup again = in.markup().again();
        again.next();
        in.one(at, WSU, CREATED);
        long created = time(in.text(LONGEST));
        in.one(at, WSU, EXPIRES);
        long expires = time(in.text(LONGEST));
        in.end(at);
        invalidIf(created >= expires, "The Timestamp expires before it is created.");
        return new TimestampBlock(again, created, expires);
    }

    /** Milliseconds since 1970. */
    static long time(byte[] text) throws SecurityRefusedException {
        String time = new String(text, US_ASCII);
        int end = time.length() - 1;
        boolean formed = end >= FORM.length() && time.charAt(end) == 'Z';
        for (int i = 0; formed && i < end; i++) {
            char form = i < FORM.length() ? FORM.charAt(i) : i == FORM.length() ? '.' : 'd';
            char c = time.charAt(i);
            formed = form == 'd' ? c >= '0' && c <= '9' : c == form;
        }
        invalidIf(!formed || end == FORM.length() + 1, "A time is not in the form that is accepted.");
        try {
            int year = number(time, 0, 4);
            invalidIf(year < LEAST_YEAR || year > MOST_YEAR, "A time is out of range.");
            return LocalDateTime.of(
                            year,
                            number(time, 5, 7),
                            number(time, 8, 10),
                            number(time, 11, 13),
                            number(time, 14, 16),
                            number(time, 17, 19),
                            millis(time.substring(FORM.length(), end)) * NANOS_OF_MILLI)
                    .toInstant(ZoneOffset.UTC)
                    .toEpochMilli();
        } catch (DateTimeException e) {
            throw invalid("A time is out of range.");
        }
    }

    private static int number(String time, int from, int to) {
        return Integer.parseInt(time, from, to, 10);
    }

    /** @param fraction empty, or a point and digits */
    private static int millis(String fraction) {
        String digits = (fraction + "000000000").substring(fraction.isEmpty() ? 0 : 1);
        return Integer.parseInt(digits.substring(0, FRACTION_DIGITS)) / NANOS_OF_MILLI;
    }
}
