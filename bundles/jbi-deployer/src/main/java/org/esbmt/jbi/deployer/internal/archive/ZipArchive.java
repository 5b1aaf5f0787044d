package org.esbmt.jbi.deployer.internal.archive;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.esbmt.management.api.DeploymentException;

/**
 * A zip file (PKWARE APPNOTE 6.3.10) with the same content for every reader. {@code java.util.zip} reads the central
 * directory or the local headers, depending on the class. A hostile archive shows each of them a different content.
 * Here both must agree. Entries must follow one another without gap or overlap from the first byte to the central
 * directory. Names must be relative, simple and distinct on any file system. Everything else is refused.
 *
 * <p>The headers are checked when the archive is opened, contents when they are read. Threads: one.
 */
final class ZipArchive {
    private static final int LOCAL = 0x04034b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int END = 0x06054b50;
    private static final int DESCRIPTOR = 0x08074b50;
    private static final int LOCAL_LENGTH = 30;
    private static final int CENTRAL_LENGTH = 46;
    private static final int END_LENGTH = 22;

    private static final int FLAG_DESCRIPTOR = 1 << 3;
    private static final int FLAG_UTF8 = 1 << 11;
    /**
     * Two deflate option bits, the descriptor bit, the name's encoding; encryption, patches and similar features are
     * refused.
     */
    private static final int FLAGS_KNOWN = 0b110 | FLAG_DESCRIPTOR | FLAG_UTF8;

    private static final int STORED = 0;
    private static final int DEFLATED = 8;
    private static final int EXTRA_ZIP64 = 0x0001;
    /** The two lengths of a file as 64 bits (APPNOTE 4.5.3). */
    private static final int ZIP64_LENGTH = 16;

    private static final int EXTRA_UNICODE_PATH = 0x7075;

    private final String name;
    private final ByteBuffer bytes;
    private final Map<String, Entry> files = new LinkedHashMap<>();

    /** One file of the archive. */
    record Entry(String name, int method, int flags, long crc, int packed, int unpacked, int offset, int data) {}

    private ZipArchive(String name, byte[] bytes) {
        this.name = name;
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Checks the headers.
     *
     * @param name its name in messages
     * @throws DeploymentException INVALID_ARCHIVE
     */
    static ZipArchive open(String name, byte[] bytes, ArchiveBudget budget) throws DeploymentException {
        ZipArchive archive = new ZipArchive(name, bytes);
        try {
            archive.readDirectory(budget);
        } catch (IndexOutOfBoundsException e) {
            // A length or an offset in a header leads outside of the file.
            throw archive.damaged("a header that leads outside of it");
        }
        return archive;
    }

    /** The files without the folders, in the order of the archive. */
    Collection<Entry> files() {
        return files.values();
    }

    boolean contains(String file) {
        return files.containsKey(file);
    }

    /**
     * Unpacks an entry.
     *
     * @throws DeploymentException INVALID_ARCHIVE if the content differs from the headers, or there is no such file
     */
    byte[] read(String file) throws DeploymentException {
        Entry entry = files.get(file);
        if (entry == null) {
            throw Refusal.invalid(name + " has no " + Refusal.shown(file));
        }
        return read(entry);
    }

    byte[] read(Entry entry) throws DeploymentException {
        byte[] content = new byte[entry.unpacked()];
        if (entry.method() == STORED) {
            bytes.get(entry.data(), content);
        } else {
            inflate(entry, content);
        }
        CRC32 crc = new CRC32();
        crc.update(content);
        if (crc.getValue() != entry.crc()) {
            throw damaged("an entry " + Refusal.shown(entry.name()) + " with a wrong checksum");
        }
        return content;
    }

    private void inflate(Entry entry, byte[] content) throws DeploymentException {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(bytes.array(), entry.data(), entry.packed());
            int filled = 0;
            byte[] beyond = new byte[1];
            while (!inflater.finished()) {
                int got = filled < content.length
                        ? inflater.inflate(content, filled, content.length - filled)
                        : inflater.inflate(beyond);
                if (got > 0 && filled == content.length) {
                    throw damaged("an entry " + Refusal.shown(entry.name()) + " that is longer than it claims");
                }
                if (got == 0 && !inflater.finished()) {
                    throw damaged("an entry " + Refusal.shown(entry.name()) + " that ends too early");
                }
                filled += got;
            }
            if (filled != content.length || inflater.getRemaining() != 0) {
                throw damaged("an entry " + Refusal.shown(entry.name()) + " with another length than it declares");
            }
        } catch (DataFormatException e) {
            throw damaged("an entry " + Refusal.shown(entry.name()) + " that cannot be unpacked");
        } finally {
            inflater.end();
        }
    }

    private void readDirectory(ArchiveBudget budget) throws DeploymentException {
        int end = findEnd();
        int count = u16(end + 10);
        long size = u32(end + 12);
        long offset = u32(end + 16);
        if (u16(end + 4) != 0 || u16(end + 6) != 0 || u16(end + 8) != count) {
            throw damaged("more than one part");
        }
        if (count == 0xffff || offset == 0xffffffffL || size == 0xffffffffL) {
            throw damaged("zip64 headers, which no archive of an allowed size needs");
        }
        if (offset + size != end) {
            throw damaged("a gap before or after its directory");
        }
        budget.spendEntries(name, count);

        List<Entry> all = new ArrayList<>(count);
        int at = (int) offset;
        for (int i = 0; i < count; i++) {
            Entry entry = readCentral(at);
            all.add(entry);
            at += CENTRAL_LENGTH + u16(at + 28) + u16(at + 30) + u16(at + 32);
        }
        if (at != end) {
            throw damaged("a directory of another length than it claims");
        }
        checkNames(all, budget);
        for (Entry entry : all) {
            budget.spendBytes(name, entry.unpacked());
        }
        checkLayout(all, (int) offset);
        for (Entry entry : all) {
            if (!entry.name().endsWith("/")) {
                files.put(entry.name(), entry);
            }
        }
    }

    private int findEnd() throws DeploymentException {
        int length = bytes.capacity();
        if (length < END_LENGTH) {
            throw Refusal.invalid(name + " is not a zip file");
        }
        if (i32(0) != LOCAL && i32(0) != END) {
            throw Refusal.invalid(name + " is not a zip file");
        }
        for (int at = length - END_LENGTH; at >= Math.max(0, length - END_LENGTH - 0xffff); at--) {
            if (i32(at) == END && at + END_LENGTH + u16(at + 20) == length) {
                return at;
            }
        }
        throw Refusal.invalid(name + " is not a complete zip file");
    }

    private Entry readCentral(int at) throws DeploymentException {
        if (i32(at) != CENTRAL) {
            throw damaged("a directory that is not one");
        }
        int flags = u16(at + 8);
        int method = u16(at + 10);
        long crc = u32(at + 16);
        long packed = u32(at + 20);
        long unpacked = u32(at + 24);
        int nameLength = u16(at + 28);
        int extraLength = u16(at + 30);
        long mode = u32(at + 38) >>> 16;
        long offset = u32(at + 42);
        String entry = text(at + CENTRAL_LENGTH, nameLength);
        String shown = Refusal.shown(entry);

        if ((flags & ~FLAGS_KNOWN) != 0) {
            throw damaged("an entry " + shown + " that is encrypted or of a kind that is not allowed");
        }
        if (method != STORED && method != DEFLATED) {
            throw damaged("an entry " + shown + " packed by another method than deflate");
        }
        if (method == STORED && packed != unpacked) {
            throw damaged("an entry " + shown + " with two lengths");
        }
        long kind = mode & 0170000;
        // Old builds of ServiceMix gave folders the mode -1, which is no valid file type.
        boolean folder = mode == 0177777 && entry.endsWith("/");
        if (kind != 0 && kind != 0100000 && kind != 0040000 && !folder) {
            throw damaged("an entry " + shown + " that is a link or a special file");
        }
        if (u16(at + 34) != 0
                || packed > Integer.MAX_VALUE
                || unpacked > Integer.MAX_VALUE
                || offset > Integer.MAX_VALUE) {
            throw damaged("an entry " + shown + " that leads outside of it");
        }
        if (entry.endsWith("/") && unpacked != 0) {
            throw damaged("a folder " + shown + " with a content");
        }
        checkExtra(at + CENTRAL_LENGTH + nameLength, extraLength, shown, Optional.empty());
        return checkLocal(
                (int) offset, entry, shown, flags, method, crc, (int) packed, (int) unpacked, at + CENTRAL_LENGTH);
    }

    /** The local header must agree with the directory; lengths may follow the data (APPNOTE 4.3.9). */
    private Entry checkLocal(
            int at,
            String entry,
            String shown,
            int flags,
            int method,
            long crc,
            int packed,
            int unpacked,
            int centralName)
            throws DeploymentException {
        if (i32(at) != LOCAL) {
            throw damaged("an entry " + shown + " without a local header");
        }
        int nameLength = u16(at + 26);
        int extraLength = u16(at + 28);
        int data = at + LOCAL_LENGTH + nameLength + extraLength;
        boolean sameName =
                Arrays.equals(slice(at + LOCAL_LENGTH, nameLength), slice(centralName, u16(centralName - 18)));
        boolean described = (flags & FLAG_DESCRIPTOR) != 0;
        if (!sameName
                || u16(at + 6) != flags
                || u16(at + 8) != method
                || !same(u32(at + 14), crc, described)
                || !same(u32(at + 18), packed, described)
                || !same(u32(at + 22), unpacked, described)) {
            throw damaged("an entry " + shown + " whose local header differs from the directory");
        }
        Optional<Lengths> known = described ? Optional.empty() : Optional.of(new Lengths(unpacked, packed));
        checkExtra(at + LOCAL_LENGTH + nameLength, extraLength, shown, known);
        return new Entry(entry, method, flags, crc, packed, unpacked, at, data);
    }

    private static boolean same(long local, long central, boolean described) {
        return local == central || (described && local == 0);
    }

    private record Lengths(long unpacked, long packed) {}

    /**
     * An extra field can give an entry another name or other lengths than the header.
     *
     * @param known the lengths that it may repeat: Ant writes them into the local headers of all files, and so does
     * Maven. Empty where a descriptor follows, since some readers then expect a longer one
     */
    private void checkExtra(int from, int length, String shown, Optional<Lengths> known) throws DeploymentException {
        int at = from;
        int end = from + length;
        while (at < end) {
            if (end - at < 4) {
                throw damaged("an entry " + shown + " with a damaged extra field");
            }
            int id = u16(at);
            boolean again = id == EXTRA_ZIP64
                    && u16(at + 2) == ZIP64_LENGTH
                    && known.isPresent()
                    && known.get().equals(new Lengths(bytes.getLong(at + 4), bytes.getLong(at + 12)));
            if (!again && (id == EXTRA_ZIP64 || id == EXTRA_UNICODE_PATH)) {
                throw damaged("an entry " + shown + " with a second name or length in an extra field");
            }
            at += 4 + u16(at + 2);
        }
        if (at != end) {
            throw damaged("an entry " + shown + " with a damaged extra field");
        }
    }

    private void checkNames(List<Entry> all, ArchiveBudget budget) throws DeploymentException {
        Set<String> names = new HashSet<>();
        Set<String> folders = new HashSet<>();
        for (Entry entry : all) {
            String shown = Refusal.shown(entry.name());
            boolean folder = entry.name().endsWith("/");
            String path = folder ? entry.name().substring(0, entry.name().length() - 1) : entry.name();
            for (int i = 0; i < path.length(); i++) {
                char c = path.charAt(i);
                if (c < ' ' || c == 0x7f || c == '\\' || c == ':') {
                    throw damaged("an entry " + shown + " with a character that is not allowed in names");
                }
            }
            String[] parts = path.split("/", -1);
            if (parts.length > budget.depth()) {
                throw Refusal.invalid(
                        ArchiveRule.LIMIT,
                        name + " has an entry " + shown + " deeper than " + budget.depth() + " folders");
            }
            for (String part : parts) {
                if (part.isEmpty() || part.equals(".") || part.equals("..") || part.length() > 200) {
                    throw damaged("an entry " + shown + " whose name could lead outside of its folder");
                }
            }
            String folded = fold(path);
            if (!names.add(folded)) {
                throw damaged("the entry " + shown + " twice");
            }
            for (int slash = folded.indexOf('/'); slash >= 0; slash = folded.indexOf('/', slash + 1)) {
                folders.add(folded.substring(0, slash));
            }
        }
        for (Entry entry : all) {
            if (!entry.name().endsWith("/") && folders.contains(fold(entry.name()))) {
                throw damaged("the entry " + Refusal.shown(entry.name()) + " both as a file and as a folder");
            }
        }
    }

    /** The folded name: two names with one fold are the same file on some file systems. */
    private static String fold(String path) {
        return Normalizer.normalize(path, Normalizer.Form.NFKC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }

    /**
     * Checks the layout from the first byte: header, data, an optional descriptor, the next header, and finally the
     * directory.
     */
    private void checkLayout(List<Entry> all, int directory) throws DeploymentException {
        List<Entry> ordered = new ArrayList<>(all);
        ordered.sort((a, b) -> Integer.compare(a.offset(), b.offset()));
        int at = 0;
        for (Entry entry : ordered) {
            String shown = Refusal.shown(entry.name());
            if (entry.offset() != at) {
                throw damaged("a gap or an overlap before the entry " + shown);
            }
            if (entry.packed() > directory - entry.data()) {
                throw damaged("an entry " + shown + " that continues behind its end");
            }
            at = entry.data() + entry.packed();
            if ((entry.flags() & FLAG_DESCRIPTOR) != 0) {
                at = skipDescriptor(at, entry, shown);
            }
        }
        if (at != directory) {
            throw damaged("a gap before its directory");
        }
    }

    private int skipDescriptor(int at, Entry entry, String shown) throws DeploymentException {
        int from = i32(at) == DESCRIPTOR ? at + 4 : at;
        if (u32(from) != entry.crc() || u32(from + 4) != entry.packed() || u32(from + 8) != entry.unpacked()) {
            throw damaged("an entry " + shown + " whose data descriptor differs from the directory");
        }
        return from + 12;
    }

    private String text(int at, int length) throws DeploymentException {
        if (length == 0) {
            throw damaged("an entry without a name");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(slice(at, length)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw damaged("an entry whose name is not UTF-8");
        }
    }

    private byte[] slice(int at, int length) {
        byte[] slice = new byte[length];
        bytes.get(at, slice);
        return slice;
    }

    private int i32(int at) {
        return bytes.getInt(at);
    }

    private long u32(int at) {
        return bytes.getInt(at) & 0xffffffffL;
    }

    private int u16(int at) {
        return bytes.getShort(at) & 0xffff;
    }

    private DeploymentException damaged(String what) {
        return Refusal.invalid(name + " has " + what);
    }
}
