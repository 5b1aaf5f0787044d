package org.esbmt.message.security.internal.incoming;

import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
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
    private static final int MILLI_DIGITS = 3;
    private static final int MILLIS_OF_SECOND = 1000;
    private static final int SECONDS_OF_DAY = 24 * 60 * 60;
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
        int end = text.length - 1;
        boolean formed = end >= FORM.length() && text[end] == 'Z';
        for (int i = 0; formed && i < end; i++) {
            char form = i < FORM.length() ? FORM.charAt(i) : i == FORM.length() ? '.' : 'd';
            formed = form == 'd' ? text[i] >= '0' && text[i] <= '9' : text[i] == form;
        }
        invalidIf(!formed || end == FORM.length() + 1, "A time is not in the form that is accepted.");
        try {
            int year = number(text, 0, 4);
            invalidIf(year < LEAST_YEAR || year > MOST_YEAR, "A time is out of range.");
            long day =
                    LocalDate.of(year, number(text, 5, 7), number(text, 8, 10)).toEpochDay();
            int second = LocalTime.of(number(text, 11, 13), number(text, 14, 16), number(text, 17, 19))
                    .toSecondOfDay();
            return (day * SECONDS_OF_DAY + second) * MILLIS_OF_SECOND + millis(text, end);
        } catch (DateTimeException e) {
            throw invalid("A time is out of range.");
        }
    }

    private static int number(byte[] digits, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = 10 * number + digits[i] - '0';
        }
        return number;
    }

    /** The first three digits behind the point; those that are missing are zero. */
    private static int millis(byte[] text, int end) {
        int millis = 0;
        for (int i = FORM.length() + 1; i <= FORM.length() + MILLI_DIGITS; i++) {
            millis = 10 * millis + (i < end ? text[i] - '0' : 0);
        }
        return millis;
    }
}
