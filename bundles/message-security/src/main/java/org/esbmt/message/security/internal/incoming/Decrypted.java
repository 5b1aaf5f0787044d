package org.esbmt.message.security.internal.incoming;

import java.util.List;
import org.esbmt.message.security.internal.xml.CheckedDocument;

/** A message with plain text in place of its encrypted parts. */
final class Decrypted {
    private final byte[] message;
    private final CheckedDocument checked;
    private final List<EncryptedPart> parts;
    private final byte[][] plain;

    Decrypted(byte[] message, CheckedDocument checked, List<EncryptedPart> parts, byte[][] plain) {
        this.message = message;
        this.checked = checked;
        this.parts = parts;
        this.plain = plain;
    }

    static Decrypted nothing(byte[] message, CheckedDocument checked) {
        return new Decrypted(message, checked, List.of(), new byte[0][]);
    }

    byte[] message() {
        return message;
    }

    CheckedDocument checked() {
        return checked;
    }

    /** The offset here of a byte that is not in an encrypted part. */
    int moved(int offset) {
        int moved = offset;
        for (int i = 0; i < parts.size(); i++) {
            EncryptedPart part = parts.get(i);
            if (part.from < offset) {
                moved += plain[i].length - (part.to - part.from);
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
