package org.esbmt.administration.soap.internal.cxf;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.message.Attachment;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.soap.internal.payload.Parts;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The attachments of one message. Confined to one thread. */
final class AttachedParts implements Parts, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AttachedParts.class);
    private static final String SCHEME = "cid:";

    private final PartFiles files;
    private final Map<String, SpooledPart> left = new HashMap<>();
    private final Map<String, SpooledPart> taken = new HashMap<>();
    private final List<SpooledPart> all = new ArrayList<>();

    AttachedParts(PartFiles files) {
        this.files = requireNonNull(files, "files");
    }

    /**
     * Reads the attachments to the end of the message. Each is read before CXF goes on to the next one, so that CXF keeps
     * none of them.
     *
     * @param mostBytes of all of them together
     */
    void receive(Collection<Attachment> attachments, long mostBytes) throws IOException, Refusal {
        long bytes = mostBytes;
        for (Attachment attachment : attachments) {
            SpooledPart part = read(attachment, bytes);
            all.add(part);
            bytes -= part.length();
            // CXF takes the line end after the last delimiter for a part.
            boolean end = !attachment.getHeaderNames().hasNext() && part.length() == 0;
            if (!end && left.put(String.valueOf(attachment.getId()), part) != null) {
                throw Refusal.invalid("two parts of the message have the same Content-ID");
            }
        }
    }

    /** The end of the stream tells CXF that there may be a next part. */
    private SpooledPart read(Attachment attachment, long mostBytes) throws IOException, Refusal {
        try (InputStream in = attachment.getDataHandler().getDataSource().getInputStream()) {
            return SpooledPart.read(in, mostBytes, files);
        }
    }

    @Override
    public Content take(String href) throws Refusal {
        SpooledPart part = left.remove(identifier(href));
        if (part == null) {
            throw Refusal.invalid("the message has no part of that Content-ID, or it is referred to twice");
        }
        taken.put(identifier(href), part);
        try {
            return Content.of(part.open());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Decodes percents alone: a plus sign stands for itself in such a URL (RFC 2392). */
    private static String identifier(String href) throws Refusal {
        if (!href.startsWith(SCHEME)) {
            throw Refusal.invalid("an archive is a part of the message (cid:), and nothing elsewhere is read");
        }
        try {
            return URLDecoder.decode(href.substring(SCHEME.length()).replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Refusal.invalid("an Include has a malformed href");
        }
    }

    /** Opens the bytes of a taken part once more. The caller closes them. */
    InputStream read(String href) throws IOException, Refusal {
        SpooledPart part = taken.get(identifier(href));
        if (part == null) {
            throw Refusal.failedCheck();
        }
        return part.bytes();
    }

    /** Refuses a part that the request does not refer to. */
    void checkAllTaken() throws Refusal {
        if (!left.isEmpty()) {
            throw Refusal.invalid("the message has a part that its request does not refer to");
        }
    }

    @Override
    public void close() {
        for (SpooledPart part : all) {
            try {
                part.close();
            } catch (IOException e) {
                LOG.warn("A file with a part of a message could not be deleted.", e);
            }
        }
    }
}
