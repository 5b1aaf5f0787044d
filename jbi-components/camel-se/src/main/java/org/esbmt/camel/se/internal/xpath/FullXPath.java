package org.esbmt.camel.se.internal.xpath;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import net.sf.saxon.Configuration;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.Serializer;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XPathExecutable;
import net.sf.saxon.s9api.XPathSelector;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmNodeKind;
import net.sf.saxon.s9api.XdmValue;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.value.BooleanValue;
import net.sf.saxon.value.DoubleValue;
import net.sf.saxon.value.NumericValue;
import org.esbmt.camel.se.internal.document.BoundedOutput;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationFailedException.Kind;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.document.Names;
import org.esbmt.camel.se.internal.document.RecompilingHolder;
import org.esbmt.camel.se.internal.document.SaxonSetup;
import org.esbmt.camel.se.internal.document.TreeReader;
import org.esbmt.camel.se.internal.model.Expression.XPath;
import org.esbmt.camel.se.internal.model.Expression.XPath.Version;
import org.esbmt.guarded.saxon.Evaluation;
import org.esbmt.guarded.saxon.EvaluationStopped;
import org.esbmt.xml.api.XmlRefusedException;

/** One expression that Saxon evaluates, over the tree of a whole document. Thread-safe. */
final class FullXPath {

    /** The expression compiled with one pool of names, until the pool is full. */
    private record Compiled(Configuration configuration, Names names, XPathExecutable executable)
            implements RecompilingHolder.Pooled {}

    private final XPath model;
    private final RecompilingHolder<Compiled> compiled;

    /** @param compiling the limits of each compilation */
    FullXPath(XPath model, EvaluationLimits compiling) throws SaxonApiException {
        this.model = model;
        Evaluation.Bounds bounds = compiling.bounds(0);
        this.compiled = new RecompilingHolder<>(Evaluation.run(bounds, this::compile), bounds, this::compile);
    }

    private Compiled compile() throws SaxonApiException {
        Configuration configuration = SaxonSetup.configuration();
        XPathCompiler compiler = new Processor(configuration).newXPathCompiler();
        compiler.setLanguageVersion("3.1");
        compiler.setBackwardsCompatible(model.version() == Version.V1);
        compiler.setAllowUndeclaredVariables(true);
        compiler.setWarningHandler(error -> {});
        model.namespaces().forEach(compiler::declareNamespace);
        return new Compiled(configuration, new Names(configuration.getNamePool()), compiler.compile(model.text()));
    }

    XPathResult evaluate(byte[] document, Map<String, String> headers, EvaluationLimits limits, int mostNodes)
            throws EvaluationFailedException {
        try {
            return compiled.use(
                    document.length,
                    used -> Evaluation.run(
                            limits.bounds(document.length),
                            () -> resultOrFailure(used, document, headers, limits, mostNodes)));
        } catch (SaxonApiException e) {
            throw new EvaluationFailedException(Kind.EXPRESSION, "The XPath cannot be compiled again.");
        } catch (EvaluationStopped e) {
            throw EvaluationFailedException.stopped("The XPath", e);
        }
    }

    private XPathResult resultOrFailure(
            Compiled used, byte[] document, Map<String, String> headers, EvaluationLimits limits, int mostNodes)
            throws EvaluationFailedException {
        try {
            return result(used, document, headers, limits, mostNodes);
        } catch (XmlRefusedException e) {
            throw new EvaluationFailedException(Kind.MESSAGE, e.getMessage());
        } catch (SaxonApiException e) {
            boolean tooDeep =
                    e.getErrorCode() != null && e.getErrorCode().getLocalName().equals("SXLM0001");
            throw tooDeep
                    ? new EvaluationFailedException(Kind.LIMIT, "The XPath was stopped. It calls itself too deep.")
                    : new EvaluationFailedException(Kind.EXPRESSION, "The XPath has no result for this message.");
        } catch (XPathException | RuntimeException e) {
            throw new EvaluationFailedException(Kind.EXPRESSION, "The XPath has no result for this message.");
        }
    }

    private XPathResult result(
            Compiled used, byte[] document, Map<String, String> headers, EvaluationLimits limits, int mostNodes)
            throws XmlRefusedException, XPathException, SaxonApiException {
        NodeInfo tree = TreeReader.read(document, limits.document(), used.configuration(), used.names(), null);
        XPathSelector selector = used.executable().load();
        selector.setContextItem((XdmItem) XdmValue.wrap(tree));
        Iterator<QName> variables = used.executable().iterateExternalVariables();
        while (variables.hasNext()) {
            QName name = variables.next();
            selector.setVariable(name, new XdmAtomicValue(headers.getOrDefault(name.getLocalName(), "")));
        }
        return switch (model.result()) {
            case NODES -> nodes(used, selector.evaluate(), limits, mostNodes);
            case BOOLEAN -> truth(selector.effectiveBooleanValue());
            case STRING -> text(selector.evaluate());
            case NUMBER -> number(selector.evaluate());
        };
    }

    private static XPathResult truth(boolean is) {
        return new XPathResult(Boolean.toString(is), is, List.of());
    }

    private XPathResult text(XdmValue value) {
        String text = firstText(value);
        return new XPathResult(text, !text.isEmpty(), List.of());
    }

    private XPathResult number(XdmValue value) {
        double number = value.size() == 0 ? Double.NaN : number(value.itemAt(0));
        return new XPathResult(Numbers.toText(number), number != 0 && !Double.isNaN(number), List.of());
    }

    /** The number without its text form, which may have an exponent; texts of XPath 1.0 have none. */
    private static double number(XdmItem item) {
        if (item.getUnderlyingValue() instanceof NumericValue number) {
            return number.getDoubleValue();
        }
        if (item.getUnderlyingValue() instanceof BooleanValue truth) {
            return truth.getBooleanValue() ? 1 : 0;
        }
        return Numbers.fromText(item.getStringValue());
    }

    /** The text of the first item, as in XPath 1.0; later versions would refuse more than one. */
    private String firstText(XdmValue value) {
        return value.size() == 0 ? "" : itemText(value.itemAt(0));
    }

    private String itemText(XdmItem item) {
        return model.version() == Version.V1 && item.getUnderlyingValue() instanceof DoubleValue number
                ? Numbers.toText(number.getDoubleValue())
                : item.getStringValue();
    }

    private XPathResult nodes(Compiled used, XdmValue value, EvaluationLimits limits, int most)
            throws SaxonApiException, XPathException {
        List<byte[]> parts = new ArrayList<>();
        int left = limits.outputBytes();
        for (XdmItem item : value) {
            if (parts.size() == most) {
                break;
            }
            byte[] part = item instanceof XdmNode node && isDocument(node)
                    ? serialized(used, node, left)
                    : itemText(item).getBytes(StandardCharsets.UTF_8);
            left -= part.length;
            BoundedOutput.check(left);
            parts.add(part);
        }
        boolean isTrue = value.getUnderlyingValue().effectiveBooleanValue();
        return new XPathResult(firstText(value), isTrue, parts);
    }

    private static boolean isDocument(XdmNode node) {
        return node.getNodeKind() == XdmNodeKind.ELEMENT || node.getNodeKind() == XdmNodeKind.DOCUMENT;
    }

    private static byte[] serialized(Compiled used, XdmNode node, int mostBytes) throws SaxonApiException {
        ByteArrayOutputStream out = new BoundedOutput(mostBytes);
        Serializer serializer = new Processor(used.configuration()).newSerializer(out);
        serializer.setOutputProperty(Serializer.Property.OMIT_XML_DECLARATION, "yes");
        serializer.setOutputProperty(Serializer.Property.INDENT, "no");
        serializer.serializeNode(node);
        return out.toByteArray();
    }

    int names() {
        return compiled.names();
    }
}
