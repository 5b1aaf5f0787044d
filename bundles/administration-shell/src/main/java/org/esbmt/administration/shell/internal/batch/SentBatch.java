package org.esbmt.administration.shell.internal.batch;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.esbmt.administration.api.batch.BatchText;

/** A batch that a client has sent: its text and its files. It contains no file of this machine. */
final class SentBatch {
    private static final String TEXT = "batch.xml";
    private static final int MAX_FILES = 1_000;
    private static final int BLOCK = 8_192;

    private final byte[] text;
    /** The files by their names in the zip file; empty for a text alone. */
    private final Map<String, byte[]> files;

    private SentBatch(byte[] text, Map<String, byte[]> files) {
        this.text = text;
        this.files = files;
    }

    /** @throws IOException if it is neither XML nor a zip file with it, or too large; the message is for the sender */
    static SentBatch read(InputStream sent) throws IOException {
        BufferedInputStream in = new BufferedInputStream(sent);
        in.mark(2);
        boolean zipped = in.read() == 'P' && in.read() == 'K';
        in.reset();
        if (!zipped) {
            return new SentBatch(bounded(in, BatchText.MAX_BYTES, "the text that was sent"), Map.of());
        }
        Map<String, byte[]> files = new HashMap<>();
        long left = BatchText.MAX_BYTES + BatchText.MAX_ARCHIVES_BYTES;
        try (ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.isDirectory()) {
                    continue;
                }
                if (files.size() == MAX_FILES) {
                    throw new IOException("the zip file has more than " + MAX_FILES + " files in it");
                }
                byte[] file = bounded(zip, left, "the content of the zip file");
                left -= file.length;
                if (files.put(entry.getName(), file) != null) {
                    throw new IOException("the zip file has two files of the name " + entry.getName());
                }
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("the zip file has a name in it that is no text", e);
        }
        byte[] text = files.remove(TEXT);
        if (text == null) {
            throw new IOException("the zip file has no " + TEXT + " in it");
        }
        return new SentBatch(text, Map.copyOf(files));
    }

    byte[] text() {
        return text;
    }

    byte[] file(String name) throws IOException {
        byte[] file = files.get(name);
        if (file == null) {
            throw new NoSuchFileException("the zip file that was sent has no " + name + " in it");
        }
        return file;
    }

    private static byte[] bounded(InputStream in, long limit, String what) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] block = new byte[BLOCK];
        for (int read = in.read(block); read >= 0; read = in.read(block)) {
            bytes.write(block, 0, read);
            if (bytes.size() > limit) {
                throw new IOException(what + " is larger than a batch may be");
            }
        }
        return bytes.toByteArray();
    }
}
