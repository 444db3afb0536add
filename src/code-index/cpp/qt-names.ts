/**
 * Public classes that `<QWidget>` of Qt 5 and the headers that it includes declare: as a rule a header of Qt has declared them
 * before a code base announces them.
 */
export const commonQtNames: ReadonlySet<string> = new Set(
  [
    "QAction QActionEvent QApplication QBackingStore QBitArray QBitmap QBrush QByteArray QCborArray QCborMap",
    "QCborValue QChar QChildEvent QClipboard QCloseEvent QColor QColorSpace QColorTransform QColormap",
    "QConicalGradient QContextMenuEvent QCoreApplication QCursor QDataStream QDate QDateTime QDebug QDialog",
    "QDragEnterEvent QDragLeaveEvent QDragMoveEvent QDropEvent QEasingCurve QEvent QFocusEvent QFont QFontInfo",
    "QFontMetrics QFontMetricsF QGradient QGraphicsEffect QGraphicsProxyWidget QGuiApplication QHash QHideEvent",
    "QHoverEvent QIODevice QIcon QImage QImageReader QImageWriter QInputMethodEvent QJsonArray QJsonDocument",
    "QJsonObject QJsonValue QKeyEvent QKeySequence QLatin1String QLayout QLine QLineF QLinearGradient QLinkedList",
    "QList QLocale QLoggingCategory QMap QMatrix QMatrix4x4 QMessageLogger QMetaEnum QMetaMethod QMetaObject",
    "QMetaProperty QMetaType QModelIndex QMouseEvent QMoveEvent QMovie QMultiHash QMultiMap QObject QOpenGLContext",
    "QOpenGLWidget QPaintDevice QPaintEngine QPaintEvent QPainter QPainterPath QPair QPalette QPen",
    "QPersistentModelIndex QPicture QPixmap QPoint QPointF QPointer QPolygon QPolygonF QQuaternion QQueue",
    "QRadialGradient QRect QRectF QRegExp QRegion QRegularExpression QRegularExpressionMatch QResizeEvent",
    "QScopedArrayPointer QScreen QSet QSharedDataPointer QSharedPointer QShortcut QShowEvent QSize QSizeF QSizePolicy",
    "QStack QString QStringList QStringRef QStringView QStyle QTabletEvent QTextCodec QTextFormat QTextLayout",
    "QTextLength QTextLine QThread QTime QTimer QTimerEvent QTransform QUrl QUuid QVarLengthArray QVariant QVector",
    "QVector2D QVector3D QVector4D QWeakPointer QWheelEvent QWidget QWidgetItem QWindow",
  ].flatMap((line) => line.split(" ")),
);
