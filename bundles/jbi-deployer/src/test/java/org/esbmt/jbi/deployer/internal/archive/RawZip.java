package org.esbmt.jbi.deployer.internal.archive;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Writes zip files byte by byte, so that each field can be forged. */
final class RawZip {
    private final List<Entry> entries = new ArrayList<>();
    private byte[] prefix = new byte[0];
    private byte[] beforeDirectory = new byte[0];
    private byte[] suffix = new byte[0];
    private int claimedCount = -1;

    /** The fields of an entry; null or absent ones are computed from the content. */
    static final class Entry {
        byte[] localName;
        byte[] centralName;
        byte[] data;
        int method;
        int localMethod = -1;
        int flags;
        int localFlags = -1;
        long localCrc;
        long centralCrc;
        long localPacked = -1;
        long centralPacked = -1;
        int localUnpacked;
        int centralUnpacked;
        int mode;
        int offset = -1;
        byte[] localExtra = new byte[0];
        byte[] centralExtra = new byte[0];
        byte[] descriptor = new byte[0];
    }

    RawZip add(String name, String content) {
        return add(name, content, entry -> {});
    }

    RawZip add(String name, String content, Consumer<Entry> lie) {
        return add(name, content.getBytes(StandardCharsets.UTF_8), lie);
    }

    RawZip add(String name, byte[] content, Consumer<Entry> lie) {
        Entry entry = new Entry();
        entry.localName = name.getBytes(StandardCharsets.UTF_8);
        entry.centralName = entry.localName;
        entry.data = content;
        CRC32 crc = new CRC32();
        crc.update(content);
        entry.localCrc = crc.getValue();
        entry.centralCrc = crc.getValue();
        entry.localUnpacked = content.length;
        entry.centralUnpacked = content.length;
        lie.accept(entry);
        entries.add(entry);
        return this;
    }

    RawZip prefix(String bytes) {
        prefix = bytes.getBytes(StandardCharsets.US_ASCII);
        return this;
    }

    RawZip beforeDirectory(String bytes) {
        beforeDirectory = bytes.getBytes(StandardCharsets.US_ASCII);
        return this;
    }

    RawZip suffix(String bytes) {
        suffix = bytes.getBytes(StandardCharsets.US_ASCII);
        return this;
    }

    RawZip claimedCount(int count) {
        claimedCount = count;
        return this;
    }

    static byte[] deflated(byte[] content) {
        Deflater deflater = new Deflater(9, true);
        deflater.setInput(content);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        while (!deflater.finished()) {
            out.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        return out.toByteArray();
    }

    byte[] bytes() {
        ByteBuffer out = ByteBuffer.allocate(16 << 20).order(ByteOrder.LITTLE_ENDIAN);
        out.put(prefix);
        List<Integer> offsets = new ArrayList<>();
        for (Entry entry : entries) {
            offsets.add(out.position());
            out.putInt(0x04034b50).putShort((short) 20);
            out.putShort((short) (entry.localFlags < 0 ? entry.flags : entry.localFlags));
            out.putShort((short) (entry.localMethod < 0 ? entry.method : entry.localMethod))
                    .putInt(0);
            out.putInt((int) entry.localCrc).putInt(localPacked(entry)).putInt(entry.localUnpacked);
            out.putShort((short) entry.localName.length).putShort((short) entry.localExtra.length);
            out.put(entry.localName).put(entry.localExtra).put(entry.data).put(entry.descriptor);
        }
        out.put(beforeDirectory);
        int directory = out.position();
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            out.putInt(0x02014b50).putShort((short) 0x0314).putShort((short) 20).putShort((short) entry.flags);
            out.putShort((short) entry.method).putInt(0);
            out.putInt((int) entry.centralCrc);
            out.putInt(entry.centralPacked < 0 ? entry.data.length : (int) entry.centralPacked);
            out.putInt(entry.centralUnpacked);
            out.putShort((short) entry.centralName.length).putShort((short) entry.centralExtra.length);
            out.putShort((short) 0).putShort((short) 0).putShort((short) 0).putInt(entry.mode << 16);
            out.putInt(entry.offset < 0 ? offsets.get(i) : entry.offset);
            out.put(entry.centralName).put(entry.centralExtra);
        }
        int end = out.position();
        int count = claimedCount < 0 ? entries.size() : claimedCount;
        out.putInt(0x06054b50).putInt(0).putShort((short) count).putShort((short) count);
        out.putInt(end - directory).putInt(directory).putShort((short) suffix.length);
        out.put(suffix);
        byte[] bytes = new byte[out.position()];
        out.flip();
        out.get(bytes);
        return bytes;
    }

    /** With a data descriptor the local header leaves the length open. */
    private static int localPacked(Entry entry) {
        if (entry.localPacked >= 0) {
            return (int) entry.localPacked;
        }
        return (entry.flags & 8) != 0 ? 0 : entry.data.length;
    }
}
