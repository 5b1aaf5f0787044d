package org.esbmt.message.security.internal.incoming;

import java.util.List;
import org.esbmt.message.security.internal.xml.CheckedDocument;

/** A message with plain text in place of its encrypted parts. With encrypted parts, it has lost its Security block. */
final class Decrypted {
    private final MessageReader read;
    private final byte[] message;
    private final CheckedDocument checked;
    /** The replaced parts, in document order. */
    private final List<EncryptedPart> parts;

    private final List<byte[]> plain;

    Decrypted(
            MessageReader read,
            byte[] message,
            CheckedDocument checked,
            List<EncryptedPart> parts,
            List<byte[]> plain) {
        this.read = read;
        this.message = message;
        this.checked = checked;
        this.parts = parts;
        this.plain = plain;
    }

    static Decrypted nothing(MessageReader read) {
        return new Decrypted(read, read.message, read.checked, List.of(), List.of());
    }

    byte[] message() {
        return message;
    }

    CheckedDocument checked() {
        return checked;
    }

    /** The number of elements with this identifier, in the Security block, too. */
    int occurrences(byte[] identifier) {
        int inBlock = parts.isEmpty() ? 0 : read.checked.occurrences(identifier, read.security.from, read.security.to);
        return inBlock + checked.occurrences(identifier);
    }

    /** The offset here of a byte that is not in a replaced part. */
    int moved(int offset) {
        int moved = offset;
        for (int i = 0; i < parts.size(); i++) {
            EncryptedPart part = parts.get(i);
            if (part.from < offset) {
                moved += plain.get(i).length - (part.to - part.from);
            }
        }
        return moved;
    }

    /** The offset of a part's plain text. */
    int from(EncryptedPart part) {
        return moved(part.from);
    }

    /** The offset of the byte after a part's plain text. */
    int to(EncryptedPart part) {
        return moved(part.to);
    }
}
