package org.esbmt.message.security.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.wss4j.common.bsp.BSPRule;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.WSDataRef;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.engine.WSSecurityEngine;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.apache.wss4j.dom.handler.RequestData;
import org.w3c.dom.Document;

/** WSS4J as the receiver of messages that the bus makes. */
final class Wss4jReceiver {
    /** GCM, and algorithms that are younger than the Basic Security Profile. */
    private static final List<BSPRule> YOUNGER =
            List.of(BSPRule.R5620, BSPRule.R5621, BSPRule.R5420, BSPRule.R5421, BSPRule.R5626);

    private Wss4jReceiver() {}

    /** Verifies, and asserts that Timestamp and Body are signed. Returns the message with plain text. */
    static String verify(byte[] message, TestKey own, TestKey sender) throws Exception {
        return receive(message, own, sender, true);
    }

    static String decrypt(byte[] message, TestKey own) throws Exception {
        return receive(message, own, own, false);
    }

    private static String receive(byte[] message, TestKey own, TestKey sender, boolean signed) throws Exception {
        WSSConfig.init();
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(message));
        RequestData data = new RequestData();
        data.setSigVerCrypto(own.crypto(sender));
        data.setDecCrypto(own.crypto(sender));
        data.setIgnoredBSPRules(YOUNGER);
        CallbackHandler passwords = callbacks -> ((WSPasswordCallback) callbacks[0]).setPassword(TestKey.PASSWORD);
        data.setCallbackHandler(passwords);
        Set<QName> covered = new HashSet<>();
        for (WSSecurityEngineResult result :
                new WSSecurityEngine().processSecurityHeader(document, data).getResults()) {
            if (result.get(WSSecurityEngineResult.TAG_ACTION).equals(WSConstants.SIGN)) {
                for (Object reference : (List<?>) result.get(WSSecurityEngineResult.TAG_DATA_REF_URIS)) {
                    covered.add(((WSDataRef) reference).getName());
                }
            }
        }
        if (signed) {
            String soap = document.getDocumentElement().getNamespaceURI();
            assertThat(covered).contains(new QName(Names.WSU, "Timestamp"), new QName(soap, "Body"));
        }
        return Wss4jSender.text(document);
    }
}
