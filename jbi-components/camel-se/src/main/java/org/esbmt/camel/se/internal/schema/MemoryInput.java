package org.esbmt.camel.se.internal.schema;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import org.w3c.dom.ls.LSInput;

/** A schema's file in memory. */
final class MemoryInput implements LSInput {
    private final byte[] content;
    private final String systemId;

    MemoryInput(byte[] content, String systemId) {
        this.content = content;
        this.systemId = systemId;
    }

    @Override
    public InputStream getByteStream() {
        return new ByteArrayInputStream(content);
    }

    @Override
    public String getSystemId() {
        return systemId;
    }

    @Override
    public String getBaseURI() {
        return systemId;
    }

    @Override
    public Reader getCharacterStream() {
        return null;
    }

    @Override
    public String getStringData() {
        return null;
    }

    @Override
    public String getPublicId() {
        return null;
    }

    @Override
    public String getEncoding() {
        return "UTF-8";
    }

    @Override
    public boolean getCertifiedText() {
        return false;
    }

    @Override
    public void setCharacterStream(Reader reader) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setByteStream(InputStream stream) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setStringData(String data) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setSystemId(String id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setPublicId(String id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setBaseURI(String uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setEncoding(String encoding) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setCertifiedText(boolean certified) {
        throw new UnsupportedOperationException();
    }
}
