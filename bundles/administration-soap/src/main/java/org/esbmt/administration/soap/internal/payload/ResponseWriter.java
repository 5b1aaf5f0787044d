package org.esbmt.administration.soap.internal.payload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.ctc.wstx.stax.WstxOutputFactory;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Result;
import org.esbmt.administration.catalogue.Shape;
import org.esbmt.administration.soap.internal.vocabulary.Names;
import org.esbmt.administration.soap.internal.vocabulary.XmlCharacters;

/** Writes the element of a response. Confined to one thread. */
public final class ResponseWriter {
    /** The media type of contents that are attached. All others are base64 in the element. */
    private static final String ARCHIVE = "application/zip";

    private static final String XOP = "http://www.w3.org/2004/08/xop/include";
    private static final XMLOutputFactory WRITERS = new WstxOutputFactory();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final XMLStreamWriter out;
    private Optional<Attachment> attachment = Optional.empty();

    /** An archive beside the envelope. */
    @SuppressWarnings("ArrayRecordComponent") // archives are never compared
    public record Attachment(String contentId, String mediaType, byte[] content) {
        public Attachment {
            requireNonNull(contentId, "contentId");
            requireNonNull(mediaType, "mediaType");
            requireNonNull(content, "content");
        }
    }

    /**
     * A response.
     *
     * @param element in UTF-8
     */
    @SuppressWarnings("ArrayRecordComponent") // responses are never compared
    public record Written(byte[] element, Optional<Attachment> attachment) {
        public Written {
            requireNonNull(element, "element");
            requireNonNull(attachment, "attachment");
        }
    }

    private ResponseWriter() throws XMLStreamException {
        out = WRITERS.createXMLStreamWriter(bytes, UTF_8.name());
    }

    /** Writes the result of a call. */
    public static <R> Written write(Entry<R> entry, R value) {
        try {
            ResponseWriter writer = new ResponseWriter();
            writer.out.writeStartElement("", Names.response(entry), Names.NAMESPACE);
            writer.out.writeDefaultNamespace(Names.NAMESPACE);
            writer.result(entry.result(), value);
            writer.out.writeEndElement();
            writer.out.close();
            return new Written(writer.bytes.toByteArray(), writer.attachment);
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    private <R> void result(Result<R> result, R value) throws XMLStreamException {
        if (result instanceof Result.One<R> one) {
            view(one.shape(), value);
        } else if (result instanceof Result.Texts<R> lines) {
            view(lines.shape(), value);
        } else if (result instanceof Result.All<?> all) {
            views(all.shape(), (List<?>) value);
        } else if (result instanceof Result.PageOf<?> page) {
            page(page.shape(), (Page<?>) value);
        } else if (result instanceof Result.Text<R> text) {
            leaf(Names.RESULT, text.of().apply(value));
        } else if (result instanceof Result.Whole<R> whole) {
            leaf(Names.RESULT, whole.of().applyAsLong(value));
        } else if (result instanceof Result.Bytes content) {
            content(content.mediaType(), (byte[]) value);
        }
    }

    private void page(Shape<?> shape, Page<?> page) throws XMLStreamException {
        out.writeStartElement(Names.PAGE);
        views(shape, page.entries());
        leaf(Names.TOTAL, page.total());
        leaf(Names.TOTAL_EXACT, page.exact());
        out.writeEndElement();
    }

    private void content(String mediaType, byte[] content) throws XMLStreamException {
        if (!mediaType.equals(ARCHIVE)) {
            leaf(Names.RESULT, Base64.getEncoder().encodeToString(content));
            return;
        }
        String contentId = UUID.randomUUID() + "@esbmt";
        attachment = Optional.of(new Attachment(contentId, mediaType, content));
        out.writeStartElement(Names.RESULT);
        out.writeStartElement("xop", "Include", XOP);
        out.writeNamespace("xop", XOP);
        out.writeAttribute("href", "cid:" + contentId);
        out.writeEndElement();
        out.writeEndElement();
    }

    @SuppressWarnings("unchecked") // the list of a shape has its views
    private <V> void views(Shape<V> shape, List<?> views) throws XMLStreamException {
        for (V view : (List<V>) views) {
            view(shape, view);
        }
    }

    private <V> void view(Shape<V> shape, V view) throws XMLStreamException {
        view(shape.name(), shape, view);
    }

    private <V> void view(String element, Shape<V> shape, V view) throws XMLStreamException {
        out.writeStartElement(element);
        for (Shape.Field<V> field : shape.fields()) {
            Optional<?> value = field.value().apply(view);
            if (value.isPresent()) {
                field(field, value.get());
            }
        }
        out.writeEndElement();
    }

    private void field(Shape.Field<?> field, Object value) throws XMLStreamException {
        switch (field.kind()) {
            case TEXTS -> {
                for (Object text : (List<?>) value) {
                    leaf(field.name(), text);
                }
            }
            case TABLE, NUMBERS -> {
                for (Map.Entry<?, ?> row : ((Map<?, ?>) value).entrySet()) {
                    out.writeStartElement(field.name());
                    out.writeAttribute(
                            Names.KEY, XmlCharacters.valid(row.getKey().toString()));
                    out.writeCharacters(XmlCharacters.valid(row.getValue().toString()));
                    out.writeEndElement();
                }
            }
            case SHAPES -> {
                for (Object view : (List<?>) value) {
                    nested(field.name(), field.of().orElseThrow(), view);
                }
            }
            default -> leaf(field.name(), value);
        }
    }

    @SuppressWarnings("unchecked") // the field of a shape has its views
    private <V> void nested(String element, Shape<V> shape, Object view) throws XMLStreamException {
        view(element, shape, (V) view);
    }

    private void leaf(String name, Object value) throws XMLStreamException {
        out.writeStartElement(name);
        out.writeCharacters(XmlCharacters.valid(value.toString()));
        out.writeEndElement();
    }
}
