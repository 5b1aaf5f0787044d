package org.esbmt.administration.rest.internal.batch;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.administration.api.batch.BatchText;
import org.esbmt.administration.rest.internal.json.JsonBatch;
import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.administration.rest.internal.problem.Refusal;
import org.esbmt.tenancy.api.Audit;

/**
 * A batch as {@code multipart/form-data} of RFC 7578: one part {@code batch} with the XML, and parts {@code archive} whose file
 * names are those of the batch. A name is compared with the batch and is never a path. Confined to one request.
 */
public final class MultipartBatch {
    public static final String BATCH = "batch";
    public static final String ARCHIVE = "archive";

    /** The largest number of bytes of a body. */
    static final long MAX_BYTES = BatchText.MAX_BYTES + BatchText.MAX_ARCHIVES_BYTES + (1 << 20);

    private static final int MAX_PARTS = 1_001;
    private static final int MAX_HEAD = 2_048;
    private static final Pattern DISPOSITION = Pattern.compile(
            "form-data; *name=\"([^\"\\r\\n]{1,100})\"(?:; *filename=\"([^\"\\r\\n]{1,500})\")?",
            Pattern.CASE_INSENSITIVE);
    private static final byte[] LINE_END = {'\r', '\n'};
    private static final byte[] BLANK_LINE = {'\r', '\n', '\r', '\n'};
    private static final byte[] END = {'-', '-'};

    private final byte[] body;
    private final byte[] delimiter;
    private final Map<String, byte[]> archives = new LinkedHashMap<>();
    private String text;
    private int parts;

    private MultipartBatch(byte[] body, String boundary) {
        this.body = requireNonNull(body, "body");
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads a batch with its archives.
     *
     * @param boundary of the Content-Type
     * @throws Refusal without any part of the body, which contains passwords
     * @throws IOException if the body cannot be read
     */
    public static JsonBatch.Words read(InputStream body, String boundary) throws IOException, Refusal {
        byte[] bytes = body.readNBytes((int) MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw Refusal.of(ProblemType.CONTENT_TOO_LARGE, "the body has at most " + MAX_BYTES + " bytes");
        }
        return new MultipartBatch(bytes, boundary).words();
    }

    private JsonBatch.Words words() throws Refusal {
        // The first delimiter has no line end before it.
        byte[] first = Arrays.copyOfRange(delimiter, LINE_END.length, delimiter.length);
        if (!matches(0, first)) {
            throw broken();
        }
        int at = first.length;
        while (!matches(at, END)) {
            if (!matches(at, LINE_END)) {
                throw broken();
            }
            at = part(at + LINE_END.length);
        }
        int end = at + END.length;
        if (end != body.length && !(matches(end, LINE_END) && end + LINE_END.length == body.length)) {
            throw broken();
        }
        if (text == null) {
            throw Refusal.invalid(BATCH, "the part " + BATCH + " is missing");
        }
        return new JsonBatch.Words(text, List.copyOf(archives.keySet()), new ArrayList<>(archives.values()));
    }

    /** Reads one part, and returns the place after its delimiter. */
    private int part(int from) throws Refusal {
        if (++parts > MAX_PARTS) {
            throw Refusal.invalid("a batch has at most " + MAX_PARTS + " parts");
        }
        int blank = find(BLANK_LINE, from, Math.min(body.length, from + MAX_HEAD));
        int content = blank + BLANK_LINE.length;
        int end = blank < 0 ? -1 : find(delimiter, content, body.length);
        if (end < 0) {
            throw broken();
        }
        Matcher head = disposition(new String(body, from, blank - from, StandardCharsets.UTF_8));
        byte[] bytes = Arrays.copyOfRange(body, content, end);
        switch (head.group(1)) {
            case BATCH -> batch(bytes);
            case ARCHIVE -> archive(head.group(2), bytes);
            default ->
                throw Refusal.invalid("a batch has the parts " + BATCH + " and " + ARCHIVE + ", and no other one");
        }
        return end + delimiter.length;
    }

    private void batch(byte[] bytes) throws Refusal {
        if (text != null) {
            throw Refusal.invalid(BATCH, "the part " + BATCH + " stands there twice");
        }
        text = XmlBatch.text(bytes);
    }

    private void archive(String name, byte[] bytes) throws Refusal {
        if (name == null) {
            throw Refusal.invalid(ARCHIVE, "a part " + ARCHIVE + " has a file name");
        }
        if (archives.put(name, bytes) != null) {
            throw Refusal.invalid(ARCHIVE, "two parts " + ARCHIVE + " have the file name '" + Audit.shown(name) + "'");
        }
    }

    /** The name of the part. The type of a part is the sender's claim. */
    private static Matcher disposition(String head) throws Refusal {
        Matcher found = null;
        for (String line : head.split("\r\n", -1)) {
            int colon = line.indexOf(':');
            String field = colon < 0 ? "" : line.substring(0, colon).toLowerCase(Locale.ROOT);
            if (field.equals("content-disposition")) {
                Matcher value = DISPOSITION.matcher(line.substring(colon + 1).strip());
                if (found != null || !value.matches()) {
                    throw broken();
                }
                found = value;
            } else if (!field.equals("content-type")) {
                throw broken();
            }
        }
        if (found == null) {
            throw broken();
        }
        return found;
    }

    private int find(byte[] wanted, int from, int to) {
        for (int i = from; i + wanted.length <= to; i++) {
            if (body[i] == wanted[0] && matches(i, wanted)) {
                return i;
            }
        }
        return -1;
    }

    private boolean matches(int at, byte[] wanted) {
        return at + wanted.length <= body.length
                && Arrays.equals(body, at, at + wanted.length, wanted, 0, wanted.length);
    }

    private static Refusal broken() {
        return Refusal.invalid("the form is incomplete, or is no multipart/form-data");
    }
}
