package org.esbmt.administration.rest.internal.batch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.esbmt.administration.api.batch.BatchText;
import org.esbmt.administration.rest.internal.json.JsonBatch;
import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.administration.rest.internal.problem.Refusal;

/** A batch whose body is the XML alone, in UTF-8. The reader of the XML checks it later. */
public final class XmlBatch {
    private XmlBatch() {}

    /**
     * Reads a batch without archives.
     *
     * @throws Refusal without any part of the body, which contains passwords
     * @throws IOException if the body cannot be read
     */
    public static JsonBatch.Words read(InputStream body) throws IOException, Refusal {
        byte[] bytes = body.readNBytes(BatchText.MAX_BYTES + 1);
        return new JsonBatch.Words(text(bytes), List.of(), List.of());
    }

    /** The text of a batch. */
    static String text(byte[] bytes) throws Refusal {
        if (bytes.length > BatchText.MAX_BYTES) {
            throw Refusal.of(
                    ProblemType.CONTENT_TOO_LARGE,
                    "a batch has at most " + BatchText.MAX_BYTES + " bytes without its archives");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Refusal.invalid("the batch is no UTF-8", e);
        }
    }
}
